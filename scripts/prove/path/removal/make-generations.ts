import { waitUntil } from '@watchpost/servers'
import type { Store } from '@watchpost/store'
import { readAlerts } from '../../alerts/oracle-alerts.ts'
import type { Load } from '../../harness/load.ts'
import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { settleByLag } from '../lag/settle-by-lag.ts'
import { readGenerations } from './generation-rows.ts'
import type { MovedClock } from './moved-clock.ts'
import { patient } from '../../harness/burners.ts'

const EVENTS = 40
const SENT = ['--alert-share=50%']
const WITHIN_MS = 60_000

export interface Stage {
  proof: ProofStack
  store: Store
  load: Load
  clock: MovedClock
  report: Report
}

/** Moves the clock to a day, sends some events into that day's generation, and marks one of its alerts. */
export async function makeGeneration(stage: Stage, aheadDays: number, seed: number): Promise<number> {
  const { proof, store, load, clock, report } = stage
  const { stack, api } = proof
  clock.setAhead(aheadDays)
  const isOpen = async () => {
    const all = await readGenerations(store)
    return all.at(-1)?.day === clock.day() && all.slice(0, -1).every(({ isSealed }) => isSealed)
  }
  if (!(await waitUntil(isOpen, { withinMs: patient(WITHIN_MS) }))) throw new Error(`no generation of ${clock.day()}`)
  await load.send(seed, EVENTS, SENT)
  // Wait before the clock moves on, so that all events are in this generation only.
  await settleByLag(stack, api, load.offered(), report)
  const [alert] = await readAlerts(load.oracles().slice(-1))
  const body = { ids: [alert?.uuid], status: 'acknowledged' }
  // The alert becomes searchable up to a second after its event.
  const isMarked = async () => (await api.send('POST', '/api/alerts/marks', body)).status === 204
  if (!(await waitUntil(isMarked, { withinMs: patient(WITHIN_MS), everyMs: 500 })))
    throw new Error('an alert cannot be marked')
  return (await readGenerations(store)).at(-1)?.number ?? 0
}
