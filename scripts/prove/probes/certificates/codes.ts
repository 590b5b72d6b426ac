import { join } from 'node:path'
import type { Store } from '@watchpost/store'
import type { Report } from '../../harness/report.ts'
import { createAgent } from '../agents/agent.ts'
import { callGateway, type Gateway } from '../gateway-call.ts'
import type { Mint } from './mint.ts'
import type { ProbeClient } from '../probe-client.ts'

/** A pairing code works once, before it expires, and only with the appliance that issued it. */
export async function proveCodes(
  gateway: Gateway,
  store: Store,
  mint: Mint,
  probes: ProbeClient,
  report: Report,
  { dir, url }: { dir: string; url: string },
): Promise<void> {
  const tokenOf = (code: string) => code.split('.')[0] ?? ''
  const enrol = (code: string, csr: string) =>
    callGateway(gateway, { method: 'POST', path: '/v1/enrol', body: JSON.stringify({ code, csr }) })
  const csr = mint.request('enrolment', 'somebody-else.example.test')

  const { id, fqdn, enrolment } = await probes.create('codes.example.test')
  const first = await enrol(tokenOf(enrolment.code), csr)
  const { certificate } = await probes.find(id)
  report.check(
    'a code gives a certificate to its own probe, whatever the request says',
    first.status === 201 && (first.body.probe as { fqdn: string }).fqdn === fqdn && certificate !== null,
    `${first.status} ${JSON.stringify(first.body.probe ?? first.code)}`,
  )
  const again = await enrol(tokenOf(enrolment.code), mint.request('again', fqdn))
  report.check('a code that was used is refused', again.status === 403, `${again.status} ${again.code}`)

  const late = await probes.pair(id)
  await store.db
    .updateTable('probe_enrolment')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('probe_id', '=', id)
    .execute()
  const tooLate = await enrol(tokenOf(late.code), csr)
  report.check('a code that is late is refused', tooLate.status === 403, `${tooLate.status} ${tooLate.code}`)

  const withdrawn = await probes.pair(id)
  const fresh = await probes.pair(id)
  const old = await enrol(tokenOf(withdrawn.code), csr)
  report.check('a code that a newer one replaced is refused', old.status === 403, `${old.status} ${old.code}`)
  const garbage = await enrol(tokenOf(fresh.code), csr.replace(/[A-Za-z]{20}/, 'A'.repeat(20)))
  report.check('a request that is not in order is refused', garbage.status === 400, `${garbage.status} ${garbage.code}`)

  const agent = createAgent({ dir: join(dir, 'codes'), appliance: url, fqdn })
  const [token, pin = ''] = fresh.code.split('.')
  const otherPin = pin.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  report.check(
    'the agent enrols at no appliance but the one that its code names',
    !(await agent.enrol(`${token}.${otherPin}`)),
  )
  report.check('and the code is still good for that one', await agent.enrol(fresh.code), agent.lastWords())
  report.check('the agent says so when a code was used', !(await agent.enrol(fresh.code)))
}
