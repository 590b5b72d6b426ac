import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Load } from '../harness/load.ts'
import { engineUrl, type ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'

const SEED = 700
const LOG_BATCH_HEAD = 12

/** On a single broker every appended batch is synced to disk, and the engine syncs before it responds. */
export async function proveSynced({ stack }: ProofStack, load: Load, report: Report, events: number): Promise<void> {
  const broker = stack.servers.find(({ name }) => name === 'kafka-1')
  const pid = broker?.pid()
  if (!pid) throw new Error('no broker runs')
  const dataDir = join(stack.state.dataDir, 'kafka-1')
  const trace = join(stack.folder.root, 'syncs.trace')

  const strace = spawn('strace', ['-f', '-y', '-p', String(pid), '-e', 'trace=fsync,fdatasync', '-o', trace], {
    stdio: 'ignore',
  })
  strace.on('error', () => undefined)
  await sleep(2_000)
  const before = countBatches(dataDir)
  await load.send(SEED, events)
  await sleep(1_000)
  const appended = countBatches(dataDir) - before
  strace.kill('SIGINT')
  await once(strace, 'exit')
  const synced = readFileSync(trace, 'utf8')
    .split('\n')
    .filter((line) => /f(data)?sync\(\d+<[^>]*\/events-\d+\/\d+\.log>/.test(line)).length
  report.figure('record_batches_appended', appended)
  report.figure('syncs_of_the_log', synced)
  report.check(
    'at least one sync for each record batch',
    appended > 0 && synced >= appended,
    `${synced} syncs, ${appended} batches`,
  )

  const response = await fetch(
    `${engineUrl(stack)}/_all/_settings/index.translog.durability?include_defaults=true&flat_settings=true`,
  )
  const indexes = Object.values(
    (await response.json()) as Record<string, { settings: Record<string, string>; defaults: Record<string, string> }>,
  )
  const durabilities = new Set(
    indexes.map(({ settings, defaults }) =>
      String(settings['index.translog.durability'] ?? defaults['index.translog.durability']).toLowerCase(),
    ),
  )
  report.check(
    'the translog is synced before the engine answers',
    indexes.length > 0 && [...durabilities].join() === 'request',
    [...durabilities].join(),
  )
}

/**
 * Counts record batches in the segments of the events topic: each begins with its offset (8 bytes) and its length (4
 * bytes).
 */
function countBatches(dataDir: string): number {
  let count = 0
  for (const path of segmentsBelow(dataDir)) {
    const bytes = readFileSync(path)
    for (let at = 0; at + LOG_BATCH_HEAD <= bytes.length; count++) {
      const length = bytes.readInt32BE(at + 8)
      if (length <= 0) break
      at += LOG_BATCH_HEAD + length
    }
  }
  return count
}

function segmentsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)events-\d+\/\d+\.log$/.test(path))
    .map((path) => join(folder, path))
}
