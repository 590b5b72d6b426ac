import type { ApiClient, Hit } from '../harness/api-client.ts'
import { ALL_INDEXES, digestOf, documentsOf } from '../harness/judge.ts'
import { linesOf } from '../harness/lines-of.ts'

const MOST_STREAMS = 1_000

/** The stored documents of one probe, stream by stream. */
export async function* documentsOfProbe(api: ApiClient, probe: number): AsyncGenerator<Hit> {
  for (const stream of await streamsOfProbe(api, probe)) yield* documentsOf(api, stream)
}

export async function streamsOfProbe(api: ApiClient, probe: number): Promise<string[]> {
  const { aggregations } = await api.search(ALL_INDEXES, {
    size: 0,
    query: { term: { 'probe.id': probe } },
    aggs: { streams: { terms: { field: 'ingest.stream', size: MOST_STREAMS } } },
  })
  return (aggregations?.streams?.buckets ?? []).map(({ key }) => String(key))
}

export const countOfProbe = (api: ApiClient, probe: number): Promise<number> =>
  api.count(ALL_INDEXES, { query: { term: { 'probe.id': probe } } })

/** The digest of the line that a document was made from. */
export function lineDigestOf({ _index, _source }: Hit): string {
  return digestOf(_source, _index.replace(/-.*/, ''))
}

export interface Comparison {
  lines: number
  found: number
  missing: number
  /** Found more often than written. */
  surplus: number
}

/** Compares the lines written for a probe, by digest, with its stored documents: each must exist exactly once. */
export async function compareLines(api: ApiClient, probe: number, digestFile: string): Promise<Comparison> {
  const left = new Map<string, number>()
  const result = { lines: 0, found: 0, missing: 0, surplus: 0 }
  for await (const digest of linesOf(digestFile)) {
    left.set(digest, (left.get(digest) ?? 0) + 1)
    result.lines++
  }
  for await (const hit of documentsOfProbe(api, probe)) {
    result.found++
    const digest = lineDigestOf(hit)
    const count = left.get(digest) ?? 0
    if (count === 0) result.surplus++
    else left.set(digest, count - 1)
  }
  for (const count of left.values()) result.missing += count
  return result
}
