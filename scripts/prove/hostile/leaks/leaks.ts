import { ownCertificate } from '../own-certificate.ts'
import { doorsOf, type Stage } from '../stage.ts'
import { countLeaks } from './count-leaks.ts'
import { startLeakyServer } from './leaky-server.ts'

const PLANTED = { silent: 20, 'half-open': 10, 'slow-head': 5, 'slow-body': 5 }
const SMALL = { silent: 60, 'half-open': 40, 'slow-head': 20, 'slow-body': 20 }
const FULL = { silent: 400, 'half-open': 200, 'slow-head': 100, 'slow-body': 100 }
/** Handshake and headers time out after 10 s. A body may take longer, but its sender leaves first. */
const HOLD_MS = 14_000
const WITHIN_MS = 20_000

/** Silent, half-open and slow clients leave no connection behind; the check detects a server that leaks. */
export async function proveLeaks({ proof: { stack }, report, isSmall }: Stage): Promise<void> {
  const counts = isSmall ? SMALL : FULL
  const doors = await doorsOf(stack)
  const found = await Promise.all(
    doors.map(({ name, port }) =>
      countLeaks(
        { port, path: name === 'api' ? '/api/auth/login' : '/v1/enrol' },
        { counts, holdMs: HOLD_MS, withinMs: WITHIN_MS },
      ),
    ),
  )
  found.forEach(({ opened, kept, left }, index) => {
    const name = doors[index]?.name
    report.check(
      `${name}: silent, half-open and slow clients leave no connection behind`,
      left === 0,
      `${left} of ${opened} left`,
    )
    report.check(`${name}: closes silent, half-open and slow heads by itself`, kept === 0, `${kept} of ${opened} kept`)
  })
  for (const isMended of [false, true]) {
    const server = await startLeakyServer(await ownCertificate(), { isMended })
    const { opened, left } = await countLeaks(
      { port: server.port, path: '/' },
      { counts: PLANTED, holdMs: 3_000, withinMs: 3_000 },
    )
    server.close()
    const name = isMended ? 'the same server without the fault passes' : 'a planted leak is found'
    report.check(name, isMended === (left === 0), `${left} of ${opened} left`)
  }
}
