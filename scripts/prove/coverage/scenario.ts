import { waitUntil } from '@watchpost/servers'
import type { Report } from '../harness/report.ts'
import { makeCast } from './cast.ts'
import type { ClockedStack } from './clocked-stack.ts'
import { compareHours, compareWithin, expectedStates } from './compare.ts'
import { createOracle } from './oracle.ts'
import { expectedWords } from './pages/expected-words.ts'
import type { Look, PageLooks } from './pages/open-pages.ts'
import type { PictureState } from './pages/take-pictures.ts'
import { createStatementClient } from './statement-client.ts'
import { HOUR_MS } from './hour.ts'
import { createTimeline, SILENT_SECONDS } from './timeline.ts'
import { startWitness, type Witness } from './witness.ts'

const HOURS = 6
const COMPLETE_WITHIN_MS = 15_000
/** A stopped indexer first has to start and join its group. */
const SETTLED_WITHIN_MS = 45_000
const SETTINGS_MS = 3_000
/** The hour whose causes all end later. */
const HEALED_HOUR = 1

/** Ten probes over six hours: coverage matches what happened, live and afterwards, in every interface. */
export async function proveScenario({ proof, clock }: ClockedStack, report: Report, pages?: PageLooks): Promise<void> {
  const { stack } = proof
  const client = await createStatementClient(stack)
  const oracle = createOracle(SILENT_SECONDS)
  await client.setSilentSeconds(SILENT_SECONDS)
  await new Promise((resolve) => setTimeout(resolve, SETTINGS_MS))
  const gateway = { port: stack.state.config.gatewayPort, ca: client.ca }
  const cast = await makeCast(proof, report, { gateway, clock, oracle })
  const first = clock.firstHour

  async function compare(name: string, hours: number): Promise<void> {
    const to = Math.min(first + hours * HOUR_MS, clock.now())
    const compared = await compareWithin(client, oracle, { from: first, to, now: clock.now }, SETTLED_WITHIN_MS)
    report.check(
      `${name}: API, headers and metrics match the oracle`,
      compared.differences.length === 0,
      compared.differences.slice(0, 6).join('; ') ||
        `${compared.cells} hours of probes after ${compared.seconds.toFixed(1)} s`,
    )
  }

  async function look(name: string, hours: number, more: Pick<Look, 'only'> = {}): Promise<void> {
    const range = { from: first, to: Math.min(first + hours * HOUR_MS, clock.now()) }
    await pages?.all({ name, range, expected: () => expectedWords(oracle, { ...range, now: clock.now() }), ...more })
  }

  /** Takes screenshots of the hours from the first on, or before it. */
  async function picture(state: PictureState, hours: number): Promise<void> {
    const ends = [first, Math.min(first + hours * HOUR_MS, clock.now())].toSorted((one, other) => one - other)
    const [from = first, to = first] = ends
    await pages?.pictures(state, { from, to }, cast.lateGap.id)
  }

  let witness: Witness | undefined
  let openSince = 0
  const timeline = createTimeline({
    proof,
    clock,
    oracle,
    cast,
    client,
    async settle() {
      await compareHours(client, oracle, { from: first, to: clock.now(), now: clock.now }, SETTLED_WITHIN_MS)
    },
    async whileLate() {
      const isEntered = async () => {
        const { hours } = await client.statement(first, clock.now())
        return (hours.at(-1)?.late ?? 0) > 0
      }
      // The gateway writes the ledger every 5 seconds.
      await waitUntil(isEntered, { withinMs: SETTLED_WITHIN_MS })
      await compare('while events wait unread', 4)
      // Without system health: the supervisor, which reports the services, is stopped.
      await look('while events wait unread', 4, { only: ['overview', 'alerts', 'coverage', 'probes'] })
    },
  })

  for (let hour = 0; hour < HOURS; hour++) {
    report.step(`hour ${hour} of ${HOURS}`)
    await timeline.hour(hour)
    await compare(`after hour ${hour}`, hour + 1)
    if (hour <= HEALED_HOUR) {
      await look(`after hour ${hour}`, hour + 1)
      await picture(hour < HEALED_HOUR ? 'complete' : 'open', hour + 1)
    }
    if (hour === HEALED_HOUR) {
      openSince = Date.now()
      witness = startWitness(client, first + hour * HOUR_MS, first + (hour + 1) * HOUR_MS - 1)
    }
  }
  await witness?.stop()
  judgeWitness(report, witness, openSince, timeline.healedAt())

  await clock.moveTo(first + HOURS * HOUR_MS + 60_000)
  await compare('afterwards', HOURS)
  const whole = { from: first, to: first + HOURS * HOUR_MS }
  await look('afterwards', HOURS)
  for (const { id } of Object.values(cast)) {
    // A removed probe has no page.
    if (id !== cast.removed.id) await pages?.strip(id, expectedStates(oracle, id, { ...whole, now: clock.now }))
  }
  await pages?.untilUpToDate(whole, async () => {
    await timeline.giveUp()
    await cast.silent.report()
  })
  if (pages) await compare('after the last cause', HOURS)
  await look('after the last cause', HOURS)
  await picture('gaps', HOURS)
  await picture('unknown', -24)
  await look('the first hour after the last cause', 1, { only: ['overview', 'alerts'] })
  for (const probe of Object.values(cast)) probe.close()
  client.close()
}

/** Nothing is called complete before its last cause has ended, and it is complete soon after. */
function judgeWitness(report: Report, witness: Witness | undefined, openSince: number, healedAt: number): void {
  const asked = witness?.asked(openSince, healedAt) ?? 0
  const wrong = witness?.completeBetween(openSince, healedAt) ?? 0
  report.check(
    'no answer says complete while a cause is open',
    asked > 0 && wrong === 0,
    `${wrong} of ${asked} answers`,
  )
  const completeAt = witness?.firstComplete(healedAt)
  const seconds = completeAt === undefined ? Number.POSITIVE_INFINITY : (completeAt - healedAt) / 1_000
  report.checkTime('complete after the last cause has ended', seconds, COMPLETE_WITHIN_MS / 1_000)
}
