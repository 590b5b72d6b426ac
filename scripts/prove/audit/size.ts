import { Agent } from 'node:https'
import type { Stack } from '../../stack/stack.ts'
import { signIn } from '../accounts/administrator.ts'
import { quantile } from '../harness/quantile.ts'
import type { Report } from '../harness/report.ts'
import { connectSuperuser, watchpost } from './database.ts'
import { fillAudit } from './fill.ts'

const GOAL_SECONDS = 60
const GOAL_MS = 100

/** Typical searches of administrators: frequent, rare and absent values, alone and combined. */
const filters = [
  '',
  'kind=change',
  'kind=access',
  'actor=user-7',
  'actor=nobody',
  'action=user.change',
  'action=request.refuse&result=refused',
  'object=user/7',
  'object=network_events&actor=user-9',
  'address=198.51.100.17',
  'address=203.0.113.1',
  'result=refused',
  'result=failed',
  'text=192.0.2.77',
  'text=nowhere-to-be-found',
  'actor=user-7&action=user.change&address=198.51.100.7&text=closed',
  'kind=access&actor=user-7&result=refused&text=zzz',
  'limit=1000',
]

/** A long audit: verification is fast enough, and no filter makes a page slow. */
export async function proveSize(
  stack: Stack,
  report: Report,
  // How much slower a page may be while other proofs use the machine.
  { rows, rounds, leniency }: { rows: number; rounds: number; leniency: number },
): Promise<void> {
  const owner = connectSuperuser(stack)
  report.step(`adding ${rows} rows`)
  await fillAudit(owner, { changes: rows * 0.3, entries: rows * 0.7 })
  await owner.close()

  const startedAt = performance.now()
  const { code, said } = await watchpost(stack, ['audit', 'verify'])
  const seconds = (performance.now() - startedAt) / 1_000
  report.figure('verify_seconds', seconds)
  report.check(
    `${rows} rows and entries are verified within ${GOAL_SECONDS} s`,
    code === 0 && seconds < GOAL_SECONDS,
    `${seconds.toFixed(1)} s, the command's own start included; ${said.trim().split('\n').at(-1)}`,
  )

  const { call } = await signIn(stack)
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const wrong: string[] = []
  const slowest = { ms: 0, filter: '' }
  for (let round = -1; round < rounds; round += 1) {
    for (const filter of filters) {
      // Also measure the second page, which starts somewhere in the middle.
      let path = `/api/audit?${filter}`
      for (let page = 0; page < 2 && path; page += 1) {
        const askedAt = performance.now()
        const answer = await call('GET', path, undefined, { agent })
        const ms = performance.now() - askedAt
        if (answer.status !== 200) wrong.push(`${path}: ${answer.status}`)
        // The first round only warms caches.
        if (round >= 0) times.push(ms)
        if (round >= 0 && ms > slowest.ms) Object.assign(slowest, { ms, filter: path })
        path = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1] ?? ''
      }
    }
  }
  agent.destroy()
  const p95 = quantile(times, 0.95)
  report.figure('filter_p50_ms', quantile(times, 0.5))
  report.figure('filter_p95_ms', p95)
  report.check(
    `filters over ${rows} rows: p95 below ${GOAL_MS * leniency} ms`,
    wrong.length === 0 && p95 < GOAL_MS * leniency,
    wrong[0] ??
      `p95 ${p95.toFixed(1)} ms over ${times.length} pages; slowest ${slowest.ms.toFixed(0)} ms: ${slowest.filter}`,
  )
}
