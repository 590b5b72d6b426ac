import { ALL_INDEXES, checkVerdict, judge } from '../harness/judge.ts'
import type { Load } from '../harness/load.ts'
import { connectApi, type ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { explainMissing } from './explain-missing.ts'
import { createFaultDriver } from './fault-driver.ts'
import { type Fault, type FaultCounts, planFaults } from './fault-plan.ts'
import { settleByLag } from './lag/settle-by-lag.ts'
import { startMemoryWatch } from './memory-watch.ts'
import type { TcpProxy } from './tcp-proxy.ts'

export interface UnderFaultsOptions {
  seed: number
  atLeast: number
  perRound: number
  counts: FaultCounts
  /** Injects faults before the log and behind it at the same time: harder, and faster to run. */
  isInParallel: boolean
}

const FIRST_ROUND = 100
const FRESH = 99
/** Allowed time to catch up: a minute plus the backlog at 8,000 events a second. */
const CATCH_UP_S = 60
const CATCH_UP_RATE = 8_000
const FLAT_MIB = 64

function isAtTheFront(fault: Fault): boolean {
  return fault.kind === 'reset' || fault.target === 'gateway' || fault.target === 'broker'
}

/** Events keep arriving while everything is killed, paused and disconnected in turn; in the end each is stored once. */
export async function proveUnderFaults(
  proof: ProofStack,
  load: Load,
  proxy: TcpProxy,
  report: Report,
  options: UnderFaultsOptions,
) {
  const { stack } = proof
  const memory = startMemoryWatch(stack.folder)
  const driver = createFaultDriver(stack, proxy, report)
  report.figure('fault_seed', options.seed)
  const faults = planFaults(options.seed, options.counts)
  const sequences = options.isInParallel
    ? [faults.filter(isAtTheFront), faults.filter((each) => !isAtTheFront(each))]
    : [faults]
  const allFaults = Promise.all(sequences.map((each) => driver.run(each)))
  await load.sendWhile(allFaults, FIRST_ROUND, options.perRound, options.atLeast)
  report.step(`the last of ${faults.length} faults has ended`)

  const api = await connectApi(stack)
  const backlog = load.offered() - (await api.count(ALL_INDEXES))
  const allowed = CATCH_UP_S + backlog / CATCH_UP_RATE
  // Wait longer than allowed, because late events and lost events are separate findings.
  const settled = await settleByLag(stack, api, load.offered(), report)
  // Stop before the judge reads every document: its large responses are not the load under test.
  const { growth, highest, byService, courses } = memory.stop()
  report.figure('faults', faults.length)
  report.figure('events_under_faults', load.offered())
  report.figure('backlog_after_last_fault', backlog)
  report.figure('caught_up_seconds', settled.seconds)
  report.figure('committed_to_the_end_seconds', settled.lagSeconds)
  report.figure('searchable_after_commit_seconds', settled.searchSeconds)
  report.checkTime('caught up after the last fault', settled.seconds, allowed)
  const verdict = await judge(api, load.oracles())
  checkVerdict(report, 'under faults: acknowledged is found, whole, once', load.offered(), verdict)
  await explainMissing(stack, api, verdict, settled, report)

  report.figure('memory_growth_mib', growth)
  report.figure('memory_highest_mib', highest)
  for (const each of courses) report.step(`  MiB of ${each}`)
  report.check('memory of our services is flat', growth <= FLAT_MIB, JSON.stringify(byService))
  const before = load.offered()
  await load.send(FRESH, 80)
  await settleByLag(stack, api, before + 80, report)
  const fresh = load.oracles().filter((path) => path.endsWith(`seed-${FRESH}.ndjson`))
  checkVerdict(report, 'fresh events pass after the faults', 80, await judge(api, fresh))
  api.close()
}
