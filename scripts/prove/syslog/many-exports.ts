import { livingProcesses } from '../../stack/stack-folder.ts'
import type { Load } from '../harness/load.ts'
import { cpuSeconds } from '../harness/processor-time.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { residentMebibytes } from '../harness/resident-memory.ts'
import type { ExportClient } from './export-client.ts'
import type { ProofCertificates } from './receivers/make-certificates.ts'
import { exportBody, type ProofExport } from './same-events.ts'

const EXPORTS = 20
const MOST_TIMES = 3
const MOST_MIB_EACH = 64

/** CPU time and memory of twenty exports of a twentieth of the events each, compared with one export of all. */
export async function proveManyExports(
  proof: ProofStack,
  load: Load,
  client: ExportClient,
  certificates: ProofCertificates,
  one: ProofExport,
  report: Report,
  { seed, events }: { seed: number; events: number },
): Promise<void> {
  await client.put(one.id, exportBody(one, certificates))
  const single = await costOf(proof, async () => {
    await load.send(seed, events)
    await client.caughtUp(one.id, 600_000)
  })
  await client.remove(one.id)
  const ids = Array.from({ length: EXPORTS }, (_, index) => 100 + index)
  // The simulator has as many probes: each sends a twentieth of the events.
  for (const [index, id] of ids.entries()) {
    await client.put(id, exportBody({ ...one, id, filters: { probes: [index + 1] } }, certificates))
  }
  const many = await costOf(proof, async () => {
    await load.send(seed + 1, events)
    await Promise.all(ids.map((id) => client.caughtUp(id, 600_000)))
  })
  for (const id of ids) await client.remove(id)
  report.figure('one_export_cpu_seconds', single.cpuSeconds)
  report.figure('twenty_exports_cpu_seconds', many.cpuSeconds)
  const times = many.cpuSeconds / single.cpuSeconds
  report.check(
    `twenty exports cost at most ${MOST_TIMES} times the processor of one`,
    times <= MOST_TIMES,
    `${times.toFixed(2)} times`,
  )
  const each = (many.mebibytes - single.mebibytes) / (EXPORTS - 1)
  report.check(`an export takes at most ${MOST_MIB_EACH} MiB`, each <= MOST_MIB_EACH, `${each.toFixed(1)} MiB`)
}

async function costOf({ stack }: ProofStack, work: () => Promise<void>) {
  const pid = livingProcesses(stack.folder).get('exporter')
  if (pid === undefined) throw new Error('no exporter runs')
  const before = cpuSeconds(pid)
  let mebibytes = 0
  const timer = setInterval(() => {
    mebibytes = Math.max(mebibytes, residentMebibytes(pid) ?? 0)
  }, 250)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return { cpuSeconds: cpuSeconds(pid) - before, mebibytes }
}
