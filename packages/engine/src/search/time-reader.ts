import type { Client } from '@opensearch-project/opensearch'
import { type CountRanges, readTimeProfile, type TimeSpan } from './time-profile.ts'
import { IndexGone, unlessGone } from './unless-gone.ts'

/** Least and greatest `@timestamp` of an index, in milliseconds since 1970; undefined if it holds no event. */
export type IndexTimes = { least: number; greatest: number } | undefined

interface CountAnswer {
  timed_out: boolean
  _shards: { total: number; successful: number }
  hits: { total: { value: number } }
}

interface CountFailure {
  status: number
  error: unknown
}

interface TimesAnswer extends CountAnswer {
  aggregations: { least: { value: number | null }; greatest: { value: number | null } }
}

const TIMES = {
  size: 0,
  track_total_hits: true,
  aggs: { least: { min: { field: '@timestamp' } }, greatest: { max: { field: '@timestamp' } } },
}

/** Reads the times of the searchable documents of an index. */
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

  /** One search per range, one after the other, to leave capacity for other searches. */
  async function countRanges(index: string, ranges: Parameters<CountRanges>[0]): Promise<number[]> {
    const header = JSON.stringify({ allow_partial_search_results: false, request_cache: false })
    const lines = ranges.flatMap(({ from, to }) => {
      const range = { gte: from, lte: to, format: 'epoch_millis' }
      return [header, JSON.stringify({ size: 0, track_total_hits: true, query: { range: { '@timestamp': range } } })]
    })
    const { body } = await client.transport.request({
      method: 'POST',
      path: `/${index}/_msearch`,
      querystring: { max_concurrent_searches: 1 },
      bulkBody: `${lines.join('\n')}\n`,
    })
    return (body as { responses: (CountAnswer | CountFailure)[] }).responses.map((each) => {
      if (!('error' in each)) return totalOf(each)
      if (each.status === 404) throw new IndexGone()
      throw new Error('the engine could not count a range', { cause: each.error })
    })
  }

  return {
    async timesOf(index: string): Promise<IndexTimes | 'gone'> {
      const whole = await unlessGone(wholeOf(index))
      if (whole === 'gone' || !whole) return whole
      return { least: whole.from, greatest: whole.to }
    },

    /** Empty if there is no event. */
    async profileOf(index: string): Promise<TimeSpan[] | 'gone'> {
      const whole = await unlessGone(wholeOf(index))
      if (whole === 'gone') return whole
      return whole ? unlessGone(readTimeProfile(whole, (ranges) => countRanges(index, ranges))) : []
    },
  }
}

function totalOf({ timed_out: isCutShort, _shards: shards, hits }: CountAnswer): number {
  // A partial result would exclude events permanently.
  if (isCutShort || shards.total === 0 || shards.successful < shards.total) {
    throw new Error('the engine could not look at every event')
  }
  return hits.total.value
}
