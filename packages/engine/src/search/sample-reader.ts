import type { Client } from '@opensearch-project/opensearch'
import { families } from '@watchpost/model'
import { fieldCatalog } from '../mapping/field-catalog.ts'
import { unlessGone } from './unless-gone.ts'

export interface SampleWish {
  /** Documents and shards of the index. */
  documents: number
  shards: number
  /** The approximate number of documents to read. */
  wanted: number
}

interface SampleAnswer {
  timed_out: boolean
  _shards: { total: number; successful: number }
  hits: { hits: { _source?: unknown }[] }
}

/** The first page is short: it shows the size of documents. */
const FIRST_PAGE = 8
const LARGEST_PAGE = 256
const PAGE_BYTES = 4 * 1024 ** 2

/**
 * Reads stored documents of an index at random. Each shard numbers its documents in the order of arrival, and the
 * engine finds a number in a tree: the cost depends on the size of the sample, not on that of the index. Numbers are
 * drawn evenly, so that each hour of a day has its share.
 */
export function createSampleReader(client: Client, random: () => number = Math.random) {
  const excludes = unsearchable()

  async function page(index: string, numbers: readonly number[], size: number): Promise<unknown[]> {
    const { body } = await client.transport.request({
      method: 'POST',
      path: `/${index}/_search`,
      querystring: { allow_partial_search_results: false },
      body: {
        size,
        track_total_hits: false,
        sort: ['_doc'],
        _source: { excludes },
        query: { terms: { _seq_no: numbers } },
      },
    })
    const { timed_out: isCutShort, _shards: shards, hits } = body as SampleAnswer
    if (isCutShort || shards.successful < shards.total) throw new Error('the engine could not read a sample')
    return hits.hits.flatMap(({ _source: source }) => (source === undefined ? [] : [source]))
  }

  async function read(index: string, { documents, shards, wanted }: SampleWish): Promise<unknown[]> {
    const left = shuffled(drawn(Math.ceil(documents / shards), Math.ceil(wanted / shards), random), random)
    const found: unknown[] = []
    let size = FIRST_PAGE
    let bytes = 0
    while (left.length > 0) {
      const numbers = left.splice(0, Math.max(1, Math.floor(size / shards)))
      const read = await page(index, numbers, numbers.length * shards)
      bytes += read.reduce<number>((sum, each) => sum + JSON.stringify(each).length, 0)
      found.push(...read)
      const each = bytes / Math.max(1, found.length)
      size = Math.min(LARGEST_PAGE, Math.floor(PAGE_BYTES / Math.max(1, each)))
    }
    return shuffled(found, random)
  }

  return (index: string, wish: SampleWish): Promise<unknown[] | 'gone'> => unlessGone(read(index, wish))
}

/** Fields that no search can use, for example payloads. */
function unsearchable(): string[] {
  const names = families.flatMap((family) =>
    [...fieldCatalog(family)].flatMap(([name, { searchable, aggregatable }]) =>
      searchable || aggregatable ? [] : [name],
    ),
  )
  return [...new Set(names)]
}

/** Draws `count` numbers below `limit`, one from each of `count` equal intervals. */
function drawn(limit: number, count: number, random: () => number): number[] {
  const wanted = Math.min(limit, count)
  return Array.from({ length: wanted }, (_, at) => Math.floor(((at + random()) * limit) / wanted))
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item)
}
