import { ownCertificate } from '../own-certificate.ts'
import { doorsOf, type Stage } from '../stage.ts'
import { tryTls } from './openssl-client.ts'
import { readTlsCases, type TlsCase } from './tls-cases.ts'
import { startWeakServer } from './weak-server.ts'

/** Tests both public ports with `openssl s_client`: weak options are refused, documented ones accepted. */
export async function proveTls({ proof: { stack }, report }: Stage): Promise<void> {
  const cases = readTlsCases()
  for (const { name, port } of await doorsOf(stack)) {
    const wrong = await differences(port, cases)
    report.check(
      `${name}: no old TLS, no CBC or ARIA, no renegotiation, every documented cipher`,
      wrong.length === 0,
      wrong.join('; ') || `${cases.length} cases`,
    )
  }
  const planted = cases.filter(({ isPlanted }) => isPlanted)
  const weak = await startWeakServer(await ownCertificate())
  const found = await differences(weak.port, planted)
  weak.close()
  const missed = planted.filter(({ name }) => !found.some((each) => each === `${name}: accepted`))
  report.check(
    'every planted weakness of TLS is found',
    missed.length === 0,
    missed.map(({ name }) => name).join('; ') || `${planted.length} of them`,
  )
  report.figure('tls_cases', cases.length * 2)
}

/** Cases that differ from the table. */
async function differences(port: number, cases: readonly TlsCase[]): Promise<string[]> {
  const wrong: string[] = []
  for (const each of cases) {
    const outcome = await tryTls(port, each)
    if (outcome !== each.expect) wrong.push(`${each.name}: ${outcome}`)
  }
  return wrong
}
