import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { livingProcesses } from '../../stack/stack-folder.ts'
import { connectToStore } from '../harness/stack/connect-to-store.ts'
import { cpuSeconds } from '../harness/processor-time.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { residentMebibytes } from '../harness/resident-memory.ts'
import type { FleetFigures, FleetOrder } from './agents/fleet-process.ts'
import { type FleetProbe, makeFleet } from './agents/fleet.ts'
import type { PressureOrder, PressureResult } from './pressure-process.ts'
import type { ProbeClient } from './probe-client.ts'
import { readStackAuthority } from './certificates/stack-authority.ts'

const FIRST_ID = 100_001
const EVERY_MS = 10_000
const OPENING = 16
const BATCH_EVENTS = 100
const LIMIT_PER_SECOND = 100
const TIMES_ITS_LIMIT = 100
/** From the operator's guide: the burst of a probe in seconds of its limit, and its batches in flight. */
const REST_SECONDS = 2
const BATCHES_AT_ONCE = 4
const WELL_BEHAVED = 4
const UNLIMITED = 1_000_000
/** The others keep at least three quarters. Short runs on a shared machine vary more, so the small size allows less. */
const LEAST_LEFT = 0.75
const LEAST_LEFT_SMALL = 0.6

export interface ManyOptions {
  dir: string
  gateway: string
  probes: number
  processes: number
  steadySeconds: number
  turns: number
  turnSeconds: number
  isSmall: boolean
}

/** As many low-rate probes as one gateway must handle; then one among them that sends far too much. */
export async function proveMany(
  { stack }: ProofStack,
  probes: ProbeClient,
  report: Report,
  options: ManyOptions,
): Promise<void> {
  const store = connectToStore(stack)
  const file = join(options.dir, 'fleet.ndjson')
  const authority = await readStackAuthority(stack, store)
  await makeFleet(store, authority, { first: FIRST_ID, count: options.probes + WELL_BEHAVED + 1, file }, report)
  await store.close()
  const ca = readFileSync(stack.folder.ca, 'utf8')
  const gateway = livingProcesses(stack.folder).get('gateway')
  if (!gateway) throw new Error('no gateway runs')

  const idle = residentMebibytes(gateway) ?? 0
  const startedAt = performance.now()
  const crowd = startCrowd(file, ca, options)
  try {
    for (;;) {
      await sleep(5_000)
      const { connected, failed, held } = crowd.figures()
      report.step(`${connected} of ${options.probes} probes connected, ${failed} failures, ${held} held`)
      if (connected >= options.probes) break
      if (failed > options.probes) throw new Error(`probes cannot connect: ${crowd.figures().lastTrouble}`)
    }
    const connectingSeconds = (performance.now() - startedAt) / 1_000
    const before = { ...crowd.figures(), cpu: cpuSeconds(gateway), at: performance.now() }
    await sleep(options.steadySeconds * 1_000)
    const after = crowd.figures()
    const seconds = (performance.now() - before.at) / 1_000
    const memory = residentMebibytes(gateway) ?? 0
    report.figure('many_probes', options.probes)
    report.figure('many_connecting_seconds', connectingSeconds)
    report.figure('many_tries_to_connect_again', before.failed)
    report.figure('many_gateway_mib', memory)
    report.figure('many_gateway_kib_per_probe', ((memory - idle) * 1_024) / options.probes)
    report.figure('many_gateway_cores', (cpuSeconds(gateway) - before.cpu) / seconds)
    report.figure('many_events_per_second', (after.acknowledged - before.acknowledged) / seconds)
    report.check(
      'all of them send without an error',
      after.failed === before.failed && after.held === before.held && after.acknowledged > before.acknowledged,
      `${after.acknowledged} acknowledged, ${after.failed} failed, ${after.held} held ${after.lastTrouble}`,
    )
    report.check(
      'the same gateway serves them all the time',
      livingProcesses(stack.folder).get('gateway') === gateway,
      `pid ${gateway}`,
    )
  } finally {
    crowd.stop()
  }
  await proveFairness(probes, lastOf(file, WELL_BEHAVED + 1), ca, report, options)
}

/** The fleet in several processes, because a single one would be the bottleneck. */
function startCrowd(file: string, ca: string, { gateway, processes, probes }: ManyOptions) {
  const newest = new Map<ChildProcess, FleetFigures>()
  for (let share = 0; share < processes; share++) {
    const child = fork(join(import.meta.dirname, 'agents/fleet-process.ts'))
    child.on('message', (figures: FleetFigures) => newest.set(child, figures))
    const order: FleetOrder = {
      file,
      most: probes,
      share,
      of: processes,
      gateway,
      ca,
      everyMs: EVERY_MS,
      opening: OPENING / processes,
    }
    child.send(order)
    newest.set(child, { probes: 0, connected: 0, acknowledged: 0, held: 0, failed: 0, lastTrouble: '' })
  }
  return {
    figures(): FleetFigures {
      const all = [...newest.values()]
      const sum = (of: (figures: FleetFigures) => number) => all.reduce((total, each) => total + of(each), 0)
      return {
        probes: sum((each) => each.probes),
        connected: sum((each) => each.connected),
        acknowledged: sum((each) => each.acknowledged),
        held: sum((each) => each.held),
        failed: sum((each) => each.failed),
        lastTrouble: all.map((each) => each.lastTrouble).find((text) => text !== '') ?? '',
      }
    },
    stop: () => newest.forEach((_, child) => child.kill()),
  }
}

function lastOf(file: string, count: number): FleetProbe[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.slice(-count).map((line) => JSON.parse(line) as FleetProbe)
}

/** The throughput of others with and without one probe that sends at many times its limit, in turns. */
async function proveFairness(
  probes: ProbeClient,
  [greedy, ...wellBehaved]: FleetProbe[],
  ca: string,
  report: Report,
  { gateway, turns, turnSeconds, isSmall }: ManyOptions,
): Promise<void> {
  if (!greedy) throw new Error('no probe is left to be greedy')
  await probes.limit(greedy.id, LIMIT_PER_SECOND)
  for (const { id } of wellBehaved) await probes.limit(id, UNLIMITED)
  const common = { gateway, ca, batchEvents: BATCH_EVENTS, seconds: turnSeconds }
  const others = startPresser()
  const one = startPresser()
  const alone: number[] = []
  const beside: number[] = []
  const taken: number[] = []
  try {
    // The first turn is a warm-up and does not count.
    await others.run({ ...common, probes: wellBehaved, seconds: Math.min(2, turnSeconds) })
    for (let turn = 0; turn < turns; turn++) {
      report.step(`turn ${turn + 1} of ${turns}: without and with a probe at ${TIMES_ITS_LIMIT} times its limit`)
      const { acknowledged, failed, lastTrouble } = await others.run({ ...common, probes: wellBehaved })
      if (failed > 0) throw new Error(`a well-behaved probe failed: ${lastTrouble}`)
      alone.push(acknowledged / turnSeconds)
      const order = { ...common, probes: [greedy], perSecond: LIMIT_PER_SECOND * TIMES_ITS_LIMIT }
      const [theirs, its] = await Promise.all([others.run({ ...common, probes: wellBehaved }), one.run(order)])
      beside.push(theirs.acknowledged / turnSeconds)
      taken.push(its.acknowledged / turnSeconds)
      report.step(`${theirs.acknowledged} together, ${acknowledged} alone; the greedy one: ${JSON.stringify(its)}`)
    }
  } finally {
    others.stop()
    one.stop()
  }
  const left = mean(beside) / mean(alone)
  report.figure('fair_alone_per_second', mean(alone))
  report.figure('fair_beside_per_second', mean(beside))
  report.figure('fair_greedy_per_second', mean(taken))
  report.figure('fair_left', left)
  report.check(
    `a probe at ${TIMES_ITS_LIMIT} times its limit leaves the others at least ${LEAST_LEFT} of what they had`,
    left >= (isSmall ? LEAST_LEFT_SMALL : LEAST_LEFT),
    left.toFixed(2),
  )
  // Includes the burst after idling and the batches in flight, which are counted only once they have been read.
  const allowed = LIMIT_PER_SECOND * (turnSeconds + REST_SECONDS) + BATCHES_AT_ONCE * BATCH_EVENTS
  report.check(
    'and gets no more than its limit itself',
    mean(taken) <= allowed / turnSeconds,
    `${mean(taken).toFixed(0)} events/s of ${(allowed / turnSeconds).toFixed(0)}`,
  )
}

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length

function startPresser() {
  const child = fork(join(import.meta.dirname, 'pressure-process.ts'))
  return {
    async run(order: PressureOrder): Promise<PressureResult> {
      const answer = once(child, 'message')
      child.send(order)
      const [result] = (await answer) as [PressureResult]
      return result
    },
    stop: () => void child.kill(),
  }
}
