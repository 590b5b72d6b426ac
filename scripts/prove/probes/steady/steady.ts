import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_INDEXES, settle } from '../../harness/judge.ts'
import { createLoad } from '../../harness/load.ts'
import type { Report } from '../../harness/report.ts'
import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import { stageTimes } from '../../harness/stage-times.ts'
import { fitRates, type StageRates } from './fit-rates.ts'

export interface SteadyOptions {
  dir: string
  gateway: string
  seed: number
  /** Events per second, one run for each. */
  rates: readonly number[]
  warmUpSeconds: number
  seconds: number
}

/** Probes send every 200 ms, as agents do. */
const BATCHES_PER_SECOND = 5
const PROBES = 4
/** A machine that stores less than this share of what arrives cannot keep up: its figures are of another state. */
const KEPT_UP = 0.95

/**
 * Cores that each stage uses while events arrive at a steady rate: part of it grows with the events, and part does not,
 * such as refreshing every second. `scripts/sizing` uses both.
 */
export async function proveSteady(
  { stack, api }: ProofStack,
  report: Report,
  { dir, gateway, seed, rates, warmUpSeconds, seconds }: SteadyOptions,
): Promise<void> {
  const measured: StageRates[] = []
  let sent = 0
  for (const [turn, rate] of rates.entries()) {
    report.step(`${rate} events/s for ${warmUpSeconds + seconds} s`)
    const events = rate * (warmUpSeconds + seconds + 5)
    const batch = Math.max(1, Math.round(rate / PROBES / BATCHES_PER_SECOND))
    const sending = createLoad({ stackDir: dir, gateway, probes: PROBES, rate }).send(seed + turn, events, [
      `--batch=${batch}`,
    ])
    await sleep(warmUpSeconds * 1_000)
    const before = { times: stageTimes(stack.folder, {}), stored: await api.count(ALL_INDEXES), at: performance.now() }
    await sleep(seconds * 1_000)
    const after = { times: stageTimes(stack.folder, {}), stored: await api.count(ALL_INDEXES), at: performance.now() }
    await sending
    sent += events
    await settle(api, sent, 1_800_000)

    const elapsed = (after.at - before.at) / 1_000
    const stored = (after.stored - before.stored) / elapsed
    const hasKeptUp = stored >= KEPT_UP * rate
    report.figure(`stored_${rate}`, stored)
    report.step(`${stored.toFixed(0)} events/s stored${hasKeptUp ? '' : ': the machine cannot keep up, not counted'}`)
    const cores = Object.fromEntries(
      Object.entries(after.times).map(([stage, time]) => [stage, (time - (before.times[stage] ?? 0)) / elapsed]),
    )
    for (const [stage, value] of Object.entries(cores)) report.figure(`cores_${rate}_${stage}`, value)
    if (hasKeptUp) measured.push({ rate: stored, cores })
  }
  for (const [stage, { fixed, micros }] of fitRates(measured)) {
    report.figure(`fixed_cores_${stage}`, fixed)
    report.figure(`us_per_event_${stage}`, micros)
  }
  report.check(
    'the machine kept up with at least two rates',
    measured.length >= 2,
    `${measured.length} of ${rates.length}`,
  )
  const stored = await api.count(ALL_INDEXES)
  report.check('every event of every rate is stored', stored === sent, `${stored} of ${sent} events`)
}
