import type { Report } from '../../harness/report.ts'
import { waitUntil } from '@watchpost/servers'
import { quantile } from '../../harness/quantile.ts'
import { inPieces, productDocuments, productIndex } from './product-documents.ts'
import type { ScratchEngine } from '../../harness/stack/scratch-engine.ts'

/** The last two need a plugin that the plain distribution lacks. */
const CODECS = ['default', 'best_compression', 'zstd', 'zstd_no_dict'] as const
const MOST_PER_BYTE = 0.7
const PER_BULK = 1_000
const READS = 15
const STABLE_LOOKS = 3
const PAGES = [10, 100, 1_000]
const HOUR_MS = 3_600_000

interface Stats {
  _all: { primaries: { store: { size_in_bytes: number } } }
}

/** Bytes on disk after merging per byte of EVE, including alert list entries, and the time to read hits. */
export async function checkCodecs(
  engine: ScratchEngine,
  report: Report,
  { documents, isJudged }: { documents: number; isJudged: boolean },
): Promise<void> {
  for (const codec of CODECS) {
    report.step(`${documents} events with the codec ${codec}`)
    if (!(await makeIndexes(engine, codec))) {
      report.figure(`codec_${codec}`, 'not in this distribution')
      continue
    }
    const bytes = await writeAll(engine, documents)
    await engine.call('POST', '/events,entries/_forcemerge?max_num_segments=1')
    const perByte = (await mergedBytes(engine)) / bytes
    report.figure(`codec_${codec}_disk_per_eve_byte`, perByte)
    for (const size of PAGES) report.figure(`codec_${codec}_${size}_hits_ms`, await readTime(engine, size))
    if (codec === 'default' && isJudged) {
      report.check(
        `disk after merging, default codec: at most ${MOST_PER_BYTE} of the bytes of EVE`,
        perByte <= MOST_PER_BYTE,
        perByte.toFixed(3),
      )
    }
    await engine.call('DELETE', '/events,entries')
  }
}

/** False if the engine does not support the codec. */
async function makeIndexes(engine: ScratchEngine, codec: string): Promise<boolean> {
  // Otherwise the engine answers with a size of up to ten seconds ago.
  const settings = { codec, 'store.stats_refresh_interval': '0s' }
  try {
    await engine.call('PUT', '/events', productIndex('network_events', settings))
  } catch (error) {
    if (error instanceof Error && /codec/.test(error.message)) return false
    throw error
  }
  await engine.call('PUT', '/entries', productIndex('alerts', settings))
  return true
}

/** Returns the number of EVE bytes. */
async function writeAll(engine: ScratchEngine, documents: number): Promise<number> {
  let bytes = 0
  for (const piece of inPieces(productDocuments(documents), PER_BULK)) {
    bytes += piece.reduce((sum, each) => sum + each.bytes, 0)
    await engine.write(
      'events',
      piece.map(({ lines }) => lines),
    )
    const entries = piece.flatMap(({ entry }) => entry ?? [])
    if (entries.length > 0) await engine.write('entries', entries)
  }
  await engine.call('POST', '/events,entries/_refresh')
  await engine.call('POST', '/events,entries/_flush')
  return bytes
}

/** The size on the disk as soon as the segments from before the merge are deleted: no search uses them any more. */
async function mergedBytes(engine: ScratchEngine): Promise<number> {
  await engine.call('POST', '/events,entries/_refresh')
  const sizes: number[] = []
  const isStable = async () => {
    const { _all: all } = await engine.call<Stats>('GET', '/events,entries/_stats/store')
    sizes.push(all.primaries.store.size_in_bytes)
    return sizes.length > STABLE_LOOKS && sizes.slice(-STABLE_LOOKS).every((size) => size === sizes.at(-1))
  }
  await waitUntil(isStable, { withinMs: 60_000, everyMs: 500 })
  return sizes.at(-1) ?? Number.NaN
}

/** Milliseconds to read this many whole documents, the newest before a given time. */
async function readTime(engine: ScratchEngine, size: number): Promise<number> {
  const now = Date.now()
  const times: number[] = []
  for (let turn = 0; turn < READS; turn++) {
    const before = new Date(now - (turn * HOUR_MS) / (2 * READS)).toISOString()
    const startedAt = performance.now()
    await engine.call('POST', '/events/_search', {
      size,
      query: { bool: { filter: [{ range: { '@timestamp': { lte: before } } }] } },
      sort: [{ '@timestamp': 'desc' }],
    })
    times.push(performance.now() - startedAt)
  }
  return quantile(times, 0.5)
}
