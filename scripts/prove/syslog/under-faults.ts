import { setTimeout as sleep } from 'node:timers/promises'
import type { Load } from '../harness/load.ts'
import { killService } from '../harness/stack/kill-service.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { type Breaker, startBreaker } from './receivers/breaker.ts'
import { expectedIds } from './expected.ts'
import type { ExportClient } from './export-client.ts'
import type { ProofCertificates } from './receivers/make-certificates.ts'
import { readReceived } from './receivers/received.ts'
import { compare, exportBody, type ProofExport } from './same-events.ts'

/** How often each fault happens. */
export interface FaultCounts {
  stopMs: number
  receiverKills: number
  resets: number
  halfOpens: number
  /** The exporter gives up a receiver that accepts nothing for this long. */
  stalledMs: number
  slowMs: number
  exporterKills: number
}

export const wholeFaults: FaultCounts = {
  stopMs: 300_000,
  receiverKills: 20,
  resets: 50,
  halfOpens: 10,
  stalledMs: 20_000,
  slowMs: 60_000,
  exporterKills: 20,
}
export const fewFaults: FaultCounts = {
  stopMs: 5_000,
  receiverKills: 2,
  resets: 4,
  halfOpens: 1,
  stalledMs: 5_000,
  slowMs: 5_000,
  exporterKills: 2,
}

/** The most that one break can cause to be sent again: the window, at the length of the shortest message. */
const WINDOW_BYTES = 40 * 1024 ** 2
const LEAST_MESSAGE = 400

/** While events keep arriving, the receiver and the exporter are disturbed in every way; nothing may be lost. */
export async function proveUnderFaults(
  proof: ProofStack,
  load: Load,
  client: ExportClient,
  certificates: ProofCertificates,
  victim: ProofExport,
  bystander: ProofExport,
  report: Report,
  { seed, events, counts }: { seed: number; events: number; counts: FaultCounts },
): Promise<void> {
  const { receiver } = victim
  const breaker = await startBreaker(victim.isTls ? receiver.tlsPort : receiver.tcpPort)
  await client.put(victim.id, exportBody(victim, certificates, breaker.port))
  await client.put(bystander.id, exportBody(bystander, certificates))
  let breaks = 0
  const faults = (async () => {
    breaks += await breakReceiver(victim, breaker, certificates, counts, report)
    breaks += await killExporter(proof, counts.exporterKills, report)
  })()
  await load.sendWhile(faults, seed, Math.ceil(events / 10), events, ['--resend=10%'])
  await Promise.all([victim, bystander].map(({ id }) => client.caughtUp(id, 900_000)))
  breaker.stop()

  const wanted = await expectedIds(load.oracles(), victim.expected)
  const received = await readReceived(receiver)
  const { missing, alien, broken, repeated } = compare(wanted, received)
  report.figure('breaks', breaks)
  report.figure('repeats', repeated)
  report.check(
    'nothing is lost through all of it',
    missing + alien + broken === 0,
    `${missing} missing, ${alien} alien`,
  )
  const most = breaks * (WINDOW_BYTES / LEAST_MESSAGE)
  report.check('repeats stay within the window of each break', repeated <= most, `${repeated} of ${most} at the most`)
  const others = compare(await expectedIds(load.oracles(), bystander.expected), await readReceived(bystander.receiver))
  report.check('another export misses nothing in the meantime', others.missing === 0, `${others.missing} missing`)
  const { lost_events } = await client.state(victim.id)
  report.check('the export counts no loss', lost_events === 0, `${lost_events}`)
}

async function breakReceiver(
  { receiver }: ProofExport,
  breaker: Breaker,
  certificates: ProofCertificates,
  counts: FaultCounts,
  report: Report,
): Promise<number> {
  report.step(`SIGSTOP ${receiver.name} for ${counts.stopMs / 1_000} s`)
  receiver.signal('SIGSTOP')
  await sleep(counts.stopMs)
  receiver.signal('SIGCONT')
  await sleep(2_000)
  for (let turn = 0; turn < counts.receiverKills; turn++) {
    report.step(`kill -9 ${receiver.name}`)
    await receiver.stop()
    await sleep(500)
    await receiver.start()
    await sleep(3_000)
  }
  for (let turn = 0; turn < counts.resets; turn++) {
    report.step(`reset of ${breaker.reset()} connections`)
    await sleep(1_500)
  }
  for (let turn = 0; turn < counts.halfOpens; turn++) {
    report.step('connection left half open')
    breaker.halfOpen()
    await sleep(counts.stalledMs + 5_000)
  }
  report.step("the receiver's certificate expires")
  certificates.replaceServer(true)
  await receiver.stop()
  await receiver.start()
  await sleep(10_000)
  certificates.replaceServer(false)
  await receiver.stop()
  await receiver.start()
  report.step(`a byte a second for ${counts.slowMs / 1_000} s`)
  await breaker.slow(counts.slowMs)
  // The expired certificate costs two restarts; a pause and a slow minute may each end in another break.
  return counts.receiverKills + counts.resets + counts.halfOpens + 4
}

async function killExporter({ stack }: ProofStack, kills: number, report: Report): Promise<number> {
  for (let turn = 0; turn < kills; turn++) {
    report.step('kill -9 exporter')
    await killService(stack.folder, 'exporter')
    await sleep(4_000)
  }
  return kills
}
