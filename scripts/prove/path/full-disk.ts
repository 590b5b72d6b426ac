import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findServerUser, makeOwnFolder, waitUntil } from '@watchpost/servers'
import { checkVerdict, judge } from '../harness/judge.ts'
import type { Load } from '../harness/load.ts'
import { engineUrl, type ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { explainMissing } from './explain-missing.ts'
import { settleByLag } from './lag/settle-by-lag.ts'
import { refusedBatches } from './service-metrics.ts'
import { patient } from '../harness/burners.ts'

const SEED = 600
const WITHIN_MS = 120_000
const FLOOD = 0.965
const MEBIBYTE = 1024 ** 2
/**
 * Long enough that events are still to be sent when the leading indexer has detected the full disk and told the
 * gateways.
 */
const SENDING_SECONDS = 20

/** Mounts a small file system for the engine's data, before its first start. */
export function mountSmallDisk(dataDir: string, sizeMebibytes: number): { folder: string; unmount(): void } {
  const folder = join(dataDir, 'opensearch-1')
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMebibytes}m,mode=0755`, 'tmpfs', folder])
  makeOwnFolder(folder, findServerUser())
  return { folder, unmount: () => execFileSync('umount', ['-l', folder]) }
}

/** Fills the engine's disk to its flood stage: probes are told to wait, and everything resumes when space is freed. */
export async function proveFullDisk(
  { stack, api }: ProofStack,
  load: Load,
  report: Report,
  folder: string,
  events: number,
): Promise<void> {
  await load.send(SEED, events)
  await settleByLag(stack, api, load.offered(), report)
  const filler = join(folder, 'filler')
  const { blocks, bfree, bsize } = statfsSync(folder)
  writeFileSync(filler, Buffer.alloc(0))
  const wanted = Math.floor(FLOOD * blocks * bsize - (blocks - bfree) * bsize)
  execFileSync('fallocate', ['-l', String(Math.floor(wanted / MEBIBYTE) * MEBIBYTE), filler])

  const sending = load.send(SEED + 1, events, ['--rate', String(Math.ceil(events / SENDING_SECONDS))])
  sending.catch(() => undefined)
  const isHeld = await waitUntil(async () => (await refusedBatches(stack, 'engine-disk-full')) > 0, {
    withinMs: patient(WITHIN_MS),
  })
  report.check('a full disk of the engine: gateways answer 429', isHeld)
  const isFlooded = await waitUntil(() => hasFloodBlock(engineUrl(stack)), { withinMs: patient(WITHIN_MS) })
  report.check('the engine reached its flood stage', isFlooded)

  rmSync(filler)
  const roomAt = Date.now()
  await sending
  const settled = await settleByLag(stack, api, load.offered(), report)
  const seconds = (Date.now() - roomAt) / 1_000
  report.figure('resumed_after_room_seconds', seconds)
  report.checkTime('ingest resumed by itself within 120 s', seconds, 120)
  const verdict = await judge(api, load.oracles())
  checkVerdict(report, 'nothing was lost on a full disk', load.offered(), verdict)
  await explainMissing(stack, api, verdict, settled, report)
}

async function hasFloodBlock(engine: string): Promise<boolean> {
  const response = await fetch(`${engine}/_all/_settings?flat_settings=true`)
  return (await response.text()).includes('read_only_allow_delete')
}
