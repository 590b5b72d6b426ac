import type { Client } from '@opensearch-project/opensearch'
import { type CountRanges, readTimeProfile, type TimeSpan } from './time-profile.ts'
import { unlessGone } from './unless-gone.ts'

/** Least and greatest `@timestamp` of an index, in milliseconds since 1970; undefined where it holds no event. */
export type IndexTimes = { least: number; greatest: number } | undefined

interface Wholeness {
  timed_out: boolean
  _shards: { total: number; successful: number }
}

interface CountAnswer extends Wholeness {
  hits: { total: { value: number } }
}

interface RangesAnswer extends Wholeness {
  aggregations: { counts: { buckets: { key: string; doc_count: number }[] } }
}

interface TimesAnswer extends CountAnswer {
  aggregations: { least: { value: number | null }; greatest: { value: number | null } }
}

const TIMES = {
  size: 0,
  track_total_hits: true,
  aggs: { least: { min: { field: '@timestamp' } }, greatest: { max: { field: '@timestamp' } } },
}

/** Reads the times of the documents of an index, as far as they are searchable. */
export function createTimeReader(client: Client) {
  async function wholeOf(index: string): Promise<TimeSpan | undefined> {
    const { body } = await client.transport.request({
      method: 'POST',
      path: `/${index}/_search`,
      querystring: { allow_partial_search_results: false },
      body: TIMES,
    })
    const answer = body as TimesAnswer
    const documents = totalOf(answer)
    const { least, greatest } = answer.aggregations
    if (least.value === null || greatest.value === null) return undefined
    return { from: least.value, to: greatest.value, documents }
  }

  /** All ranges in one search: the engine counts them in one pass over its tree of times. */
  async function countRanges(index: string, ranges: Parameters<CountRanges>[0]): Promise<number[]> {
    const parts = ranges.map(({ from, to }, at) => ({ key: String(at), from: String(from), to: String(to + 1) }))
    const counts = { date_range: { field: '@timestamp', format: 'epoch_millis', ranges: parts } }
    const { body } = await client.transport.request({
      method: 'POST',
      path: `/${index}/_search`,
      querystring: { allow_partial_search_results: false, request_cache: false },
      body: { size: 0, track_total_hits: false, aggs: { counts } },
    })
    const answer = body as RangesAnswer
    checkWhole(answer)
    const found = new Map(answer.aggregations.counts.buckets.map((each) => [each.key, each.doc_count]))
    return parts.map(({ key }) => found.get(key) ?? 0)
  }

  return {
    async timesOf(index: string): Promise<IndexTimes | 'gone'> {
      const whole = await unlessGone(wholeOf(index))
      if (whole === 'gone' || !whole) return whole
      return { least: whole.from, greatest: whole.to }
    },

    /** Empty where there is no event. */
    async profileOf(index: string): Promise<TimeSpan[] | 'gone'> {
      const whole = await unlessGone(wholeOf(index))
      if (whole === 'gone') return whole
      return whole ? unlessGone(readTimeProfile(whole, (ranges) => countRanges(index, ranges))) : []
    },
  }
}

function totalOf(answer: CountAnswer): number {
  checkWhole(answer)
  return answer.hits.total.value
}

function checkWhole({ timed_out: isCutShort, _shards: shards }: Wholeness): void {
  // Half an answer would leave out events for good.
  if (isCutShort || shards.total === 0 || shards.successful < shards.total) {
    throw new Error('the engine could not look at every event')
  }
}
