import { type ExpectedMark, type KnownAlert, untouched } from '../../alerts/expected-matches.ts'
import type { Asker } from '../../alerts/http.ts'
import type { createChance } from '../../harness/chance.ts'

type Random = ReturnType<typeof createChance>
type Change = Partial<ExpectedMark> & { add_tags?: string[] }

const CALL = 1_000

/** Changes of the kinds that analysts make. */
const changes: readonly Change[] = [
  { status: 'acknowledged' },
  { status: 'closed', verdict: 'benign' },
  { status: 'closed', verdict: 'true_positive', add_tags: ['phishing'] },
  { verdict: 'false_positive', add_tags: ['tuning', 'asked'] },
  { assignee: 'admin' },
  { assignee: 'admin', add_tags: ['asked'] },
  { status: 'open', verdict: null, tags: [], assignee: null },
]

export interface Marker {
  asker: Asker
  base: string
  alerts: readonly KnownAlert[]
}

/** Acknowledges the riskiest of the alerts, in one job; returns how many. */
export async function acknowledgeRiskiest({ asker, base, alerts }: Marker, share: number): Promise<number> {
  const risks = alerts.map(({ risk }) => risk).sort((a, b) => b - a)
  const least = risks[Math.floor(risks.length * share)] ?? 0
  const change: Change = { status: 'acknowledged', add_tags: ['seen'] }
  const job = { filter: { risk_min: least }, change }
  const started = await asker.ask<{ self: string; matching: number }>(base, '/api/alerts/jobs', job)
  if (started.status !== 201) throw new Error(`no job: ${started.status} ${JSON.stringify(started.body)}`)
  for (;;) {
    const { body } = await asker.ask<{ state: string }>(base, started.body.self)
    if (body.state === 'finished') break
    if (body.state !== 'running') throw new Error(`the job ended: ${JSON.stringify(body)}`)
  }
  const riskiest = alerts.filter(({ risk }) => risk >= least)
  for (const alert of riskiest) apply(alert, change)
  return riskiest.length
}

/** Changes random alerts, some of them several times. */
export async function markAtRandom(marker: Marker, random: Random, count: number): Promise<void> {
  for (let left = count; left > 0; left -= CALL) await markOnce(marker, random, Math.min(left, CALL))
}

/** One change of a number of random alerts, in one request. */
export async function markOnce({ asker, base, alerts }: Marker, random: Random, count: number): Promise<void> {
  const some = new Set(Array.from({ length: count }, () => random.pick(alerts)))
  const change = random.pick(changes)
  const ids = [...some].map(({ uuid }) => uuid)
  const { status, body } = await asker.ask(base, '/api/alerts/marks', { ids, ...change })
  if (status !== 204) throw new Error(`not marked: ${status} ${JSON.stringify(body)}`)
  for (const alert of some) apply(alert, change)
}

function apply(alert: KnownAlert, { add_tags: more = [], ...change }: Change): void {
  const mark = { ...(alert.mark ?? untouched), ...change }
  alert.mark = { ...mark, tags: [...new Set([...mark.tags, ...more])] }
}
