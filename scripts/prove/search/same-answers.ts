import { isDeepStrictEqual } from 'node:util'
import { intents } from '../harness/intents.ts'
import type { Report } from '../harness/report.ts'

/** A body and its indexes. */
interface Asked {
  index: string
  body: object
}

export interface SameAnswersOptions {
  report: Report
  engineUrl: string
  /** Searches through the API. */
  search(index: string, body: unknown): Promise<{ status: number; text: string }>
  benign: readonly (Asked & { form: string })[]
}

/** `now` moves between two searches: if the engine's own result changes a moment later, the comparison is repeated. */
const attempts = 20

/** Every known body of callers returns the same hits and aggregations as the engine. */
export async function checkSameAnswers(options: SameAnswersOptions): Promise<void> {
  const { report, benign } = options
  for (const intent of intents) {
    const { outcome, found, detail } = await compare(options, intent)
    report.check(`intent: ${intent.name}`, outcome === 'same' && found > 0, detail)
  }
  const wrong: string[] = []
  const beyond: string[] = []
  let found = 0
  for (const each of benign) {
    const verdict = await compare(options, each)
    found += verdict.found > 0 ? 1 : 0
    if (verdict.outcome === 'other') wrong.push(`${each.form}: ${verdict.detail}`)
    if (verdict.outcome === 'beyond') beyond.push(each.form)
  }
  const detail = wrong.length > 0 ? wrong.slice(0, 5).join(' | ') : `${found} of them with hits or buckets`
  report.check(`${benign.length} benign bodies answer as the engine does`, wrong.length === 0, detail)
  report.check(
    'at least 200 of them can be compared',
    benign.length - beyond.length >= 200,
    String(benign.length - beyond.length),
  )
  report.figure('answered_where_the_engine_alone_fails', beyond.join(', '))
}

interface Verdict {
  /** `beyond`: the engine rejects the body, or fails on some shards, while the API answers it completely. */
  outcome: 'same' | 'other' | 'beyond'
  /** Hits and buckets. */
  found: number
  detail: string
}

async function compare({ engineUrl, search }: SameAnswersOptions, { index, body }: Asked): Promise<Verdict> {
  const steady = answerable(body)
  for (let attempt = 1; ; attempt++) {
    const before = await askEngine(engineUrl, index, steady)
    const ours = await search(index, body)
    const after = await askEngine(engineUrl, index, steady)
    if (ours.status !== 200) return { outcome: 'other', found: 0, detail: `${ours.status} ${ours.text.slice(0, 200)}` }
    const read = comparable(ours.text)
    const [hits, buckets] = [read.hits.hits.length, countBuckets(read.aggregations)]
    const verdict = { found: hits + buckets, detail: `${hits} hits, ${buckets} buckets` }
    if (!before || !after) return { ...verdict, outcome: 'beyond' }
    if (isDeepStrictEqual(read, before) || isDeepStrictEqual(read, after)) return { ...verdict, outcome: 'same' }
    if (isDeepStrictEqual(before, after) || attempt >= attempts) return { ...verdict, outcome: 'other' }
  }
}

/**
 * After a document without the keyword, the engine fails on some shards in two of five tries, unless it counts all
 * hits. So the guard makes it count them, and so does the comparison.
 */
function answerable(body: object): object {
  const isBehindNothing = 'search_after' in body && Array.isArray(body.search_after) && body.search_after.includes(null)
  return isBehindNothing ? { ...body, track_total_hits: true } : body
}

interface Comparable {
  hits: { hits: Record<string, unknown>[] }
  aggregations?: unknown
}

/**
 * The parts that must be equal: hits, their order, the total, aggregations. The time taken and the shards may differ.
 */
function comparable(text: string): Comparable {
  const { hits, aggregations } = JSON.parse(text, withoutType) as Comparable
  return { hits, ...(aggregations !== undefined && { aggregations }) }
}

/** Our hits have one extra member. */
function withoutType(this: unknown, key: string, value: unknown): unknown {
  const isHit = key === '_type' && value === '_doc' && typeof this === 'object' && this !== null && '_index' in this
  return isHit ? undefined : value
}

function countBuckets(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = 'buckets' in value && Array.isArray(value.buckets) ? value.buckets.length : 'value' in value ? 1 : 0
  return own + Object.values(value).reduce<number>((sum, each) => sum + countBuckets(each), 0)
}

/** The engine's response, unless it failed on any shard. */
async function askEngine(url: string, index: string, body: unknown): Promise<Comparable | undefined> {
  const response = await fetch(`${url}/${index}/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) return undefined
  const { _shards: shards } = JSON.parse(text) as { _shards: { failed: number } }
  return shards.failed > 0 ? undefined : comparable(text)
}
