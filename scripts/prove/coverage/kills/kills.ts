import { createChance } from '../../harness/chance.ts'
import type { Report } from '../../harness/report.ts'
import { enterProbes } from '../cast.ts'
import type { ClockedStack } from '../clocked-stack.ts'
import { compareHours } from '../compare.ts'
import { killServices } from './kill-services.ts'
import { createLoadedProbe } from './loaded-probe.ts'
import { createOracle } from '../oracle.ts'
import { createStatementClient } from '../statement-client.ts'
import { HOUR_MS } from '../hour.ts'

const FIRST_PROBE = 101
const PROBES = 8
const PAUSE_MS = 100
const SETTLED_WITHIN_MS = 180_000
/** Longer than the run: another part of the proof covers silence. */
const NEVER_SILENT_S = 86_400

/** Kills the gateway and the indexer under load, hour after hour: the counts of every hour stay exact. */
export async function proveHoursUnderKills(
  { proof, clock }: ClockedStack,
  report: Report,
  { kills, hours, seed }: { kills: number; hours: number; seed: number },
): Promise<void> {
  const { stack } = proof
  const early = await createStatementClient(stack)
  await early.setSilentSeconds(NEVER_SILENT_S)
  early.close()
  const oracle = createOracle(NEVER_SILENT_S)
  const gateway = { port: stack.state.config.gatewayPort, ca: early.ca }
  const fleet = await enterProbes(stack, report, FIRST_PROBE, PROBES)
  const probes = fleet.map((probe) => createLoadedProbe(probe, { gateway, clock, oracle }))
  const chance = createChance(seed)
  const first = Math.max(clock.firstHour, (Math.floor(clock.now() / HOUR_MS) + 1) * HOUR_MS)

  for (let hour = 0; hour < hours; hour++) {
    await clock.moveTo(first + hour * HOUR_MS + 60_000)
    const share = Math.floor(((hour + 1) * kills) / hours) - Math.floor((hour * kills) / hours)
    const done = new AbortController()
    const killing = killServices(stack, chance, share).finally(() => done.abort())
    await Promise.all([killing, ...probes.map((probe) => probe.sendUntil(done.signal, PAUSE_MS))])
    report.step(`hour ${hour} of ${hours}: ${share} kills`)
  }
  const to = first + hours * HOUR_MS
  await clock.moveTo(first + (hours - 1) * HOUR_MS + 30 * 60_000)
  // Moving the clock by hours has expired the first session.
  const client = await createStatementClient(stack)
  const compared = await compareHours(client, oracle, { from: first, to, now: clock.now }, SETTLED_WITHIN_MS)
  report.figure('kills', kills)
  report.figure(
    'events_under_kills',
    probes.reduce((sum, probe) => sum + probe.sent(), 0),
  )
  report.figure('settled_after_kills_seconds', compared.seconds)
  report.check(
    `after ${kills} kills every hour of every probe has exact counts`,
    compared.differences.length === 0,
    compared.differences.slice(0, 6).join('; ') || `${compared.cells} hours of probes`,
  )
  for (const probe of probes) probe.close()
  client.close()
}
