import { cpuSeconds } from '../../harness/processor-time.ts'
import { quantile } from '../../harness/quantile.ts'
import type { Report } from '../../harness/report.ts'
import { checkCodecs } from './codecs.ts'
import { fillIndex } from './fill-index.ts'
import { inPieces, PROBES, productDocuments, productIndex } from './product-documents.ts'
import { type ScratchEngine, startScratchEngine } from '../../harness/stack/scratch-engine.ts'

export interface SegmentsOptions {
  isSmall: boolean
}

/** The documents of one chunk stay in memory until the refresh, so that each refresh makes one segment per writer. */
const ENGINE = { heap: '2g', settings: { 'indices.memory.index_buffer_size': '30%' } }
const FILLED = 'filled'
const EMPTY = 'empty'
const MOST_RATIO = 1.15
const PER_BULK = 1_000
/** An empty index is recreated after this many chunks, so that it stays fresh. */
const FRESH_FOR = 4
/** Only refreshes create segments: no merge of a full index may be charged to the documents of one chunk. */
const UNMERGED = {
  refresh_interval: '-1',
  'merge.policy.segments_per_tier': 1_000,
  'merge.policy.max_merge_at_once': 1_000,
}

/**
 * The cost per new event of many documents and segments in the open index, because every id is looked up in every
 * segment; and the disk size of an event, by codec.
 */
export async function proveSegments(report: Report, { isSmall }: SegmentsOptions): Promise<void> {
  const size = isSmall
    ? { documents: 100_000, refreshes: 20, chunks: 4, perChunk: 1_000, dropped: 1, stored: 5_000 }
    : { documents: 20_000_000, refreshes: 20, chunks: 20, perChunk: 10_000, dropped: 2, stored: 200_000 }
  await using engine = await startScratchEngine(ENGINE)
  report.step(`an index of ${size.documents} documents`)
  await engine.call('PUT', `/${FILLED}`, productIndex('network_events', UNMERGED))
  await fillIndex(engine, FILLED, size, report)
  const segments = await segmentsOf(engine)

  const from = Math.ceil(size.documents / PROBES)
  const all = inPieces(productDocuments(size.chunks * size.perChunk, from), size.perChunk)
  const ratios: number[] = []
  const costs: Record<typeof FILLED | typeof EMPTY, number[]> = { filled: [], empty: [] }
  let turn = -1
  for (const piece of all) {
    turn++
    if (turn % FRESH_FOR === 0) await makeEmpty(engine)
    const lines = piece.map((each) => each.lines)
    const spent = { filled: 0, empty: 0 }
    for (const index of turn % 2 === 0 ? ([FILLED, EMPTY] as const) : ([EMPTY, FILLED] as const)) {
      spent[index] = await costOf(engine, index, lines)
    }
    if (turn < size.dropped) continue
    for (const index of [FILLED, EMPTY] as const) costs[index].push(spent[index])
    ratios.push(spent.filled / spent.empty)
  }
  const ratio = quantile(ratios, 0.5)
  report.figure('segments_documents', size.documents)
  report.figure('segments_before_and_after', `${segments} ${await segmentsOf(engine)}`)
  report.figure('segments_filled_us_per_event', quantile(costs.filled, 0.5))
  report.figure('segments_empty_us_per_event', quantile(costs.empty, 0.5))
  report.figure('segments_ratio', ratio)
  report.figure('segments_ratios', ratios.map((each) => each.toFixed(2)).join(' '))
  // A small index has too few documents to cost anything: it only shows that the measurement works.
  if (!isSmall) {
    report.check(
      `engine time per event with ${size.documents} documents in 50 segments: at most ${MOST_RATIO} of an empty index`,
      ratio <= MOST_RATIO,
      ratio.toFixed(2),
    )
  }
  await engine.call('DELETE', `/${FILLED},${EMPTY}`)
  await checkCodecs(engine, report, { documents: size.stored, isJudged: !isSmall })
}

async function makeEmpty(engine: ScratchEngine): Promise<void> {
  await engine.call('DELETE', `/${EMPTY}?ignore_unavailable=true`)
  await engine.call('PUT', `/${EMPTY}`, productIndex('network_events', UNMERGED))
}

/** CPU time of the engine for documents and their refresh, microseconds each. */
async function costOf(engine: ScratchEngine, index: string, lines: readonly string[]): Promise<number> {
  const before = cpuSeconds(engine.pid())
  for (const piece of inPieces(lines, PER_BULK)) await engine.write(index, piece)
  await engine.call('POST', `/${index}/_refresh`)
  return ((cpuSeconds(engine.pid()) - before) * 1e6) / lines.length
}

async function segmentsOf(engine: ScratchEngine): Promise<number> {
  const { _all: all } = await engine.call<{ _all: { primaries: { segments: { count: number } } } }>(
    'GET',
    `/${FILLED}/_stats/segments`,
  )
  return all.primaries.segments.count
}
