import { Agent } from 'node:https'
import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import { quantile } from '../../harness/quantile.ts'
import type { Report } from '../../harness/report.ts'
import { signIn } from '../administrator.ts'
import { startOwnApi } from '../own-api.ts'
import { addPerson, tryLogin } from '../answers/people.ts'

const WITHIN_MS = 5

/** The response time does not reveal whether a user name exists. Responses are not delayed during the measurement. */
export async function proveTiming(
  { stack }: ProofStack,
  report: Report,
  { tries, isSmall }: { tries: number; isSmall: boolean },
): Promise<void> {
  const administrator = await signIn(stack)
  const person = await addPerson(administrator, 'operator')
  const failureCounters = {
    admit: async () => ({ outcome: 'admitted', isKnown: true, counters: [] }) as const,
    release: async () => undefined,
    remember: async () => undefined,
  }
  const api = await startOwnApi(stack, { failureCounters })
  const agent = new Agent({ keepAlive: true })
  const where = { ca: administrator.ca, port: api.port, agent }
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const statuses = new Set<number>()
  try {
    for (let each = 0; each < tries + 20; each += 1) {
      // Alternate, so that other load on the machine affects both alike.
      const kind = each % 2 === 0 ? 'known' : 'unknown'
      const username = kind === 'known' ? person.username : person.username.replace(/^operator/, 'operatox')
      const startedAt = performance.now()
      const { status } = await tryLogin({ username, password: `wrong password ${each}` }, where)
      // The first few warm up the JIT.
      if (each >= 20) times[kind].push(performance.now() - startedAt)
      statuses.add(status)
    }
  } finally {
    agent.destroy()
    await api.stop()
  }
  const [known, unknown] = [quantile(times.known, 0.5), quantile(times.unknown, 0.5)]
  // On a busy machine, few samples cannot resolve 5 ms: there the difference must not exceed what chance explains.
  const byChance = 3 * Math.hypot(errorOfMedian(times.known), errorOfMedian(times.unknown))
  const allowed = isSmall ? Math.max(WITHIN_MS, byChance) : WITHIN_MS
  report.figure('login_known_median_ms', known)
  report.figure('login_unknown_median_ms', unknown)
  report.check(
    'the time of a failed login does not tell whether the name exists',
    Math.abs(known - unknown) < allowed && statuses.size === 1 && statuses.has(401),
    `${known.toFixed(1)} and ${unknown.toFixed(1)} ms, medians of ${tries} tries; ${allowed.toFixed(1)} ms allowed`,
  )
}

/** Based on the interquartile range, which single slow responses do not affect. */
function errorOfMedian(values: readonly number[]): number {
  const middle = quantile(values, 0.5)
  const distances = values.map((value) => Math.abs(value - middle))
  const deviation = 1.4826 * quantile(distances, 0.5)
  return (1.2533 * deviation) / Math.sqrt(values.length)
}
