import { isDeepStrictEqual } from 'node:util'
import { connectEngine, createGenerationIndex, fieldCatalog } from '@watchpost/engine'
import { engineConfig } from '../../../dataset/build-dataset.ts'
import { makeCallers, plainEndpoint, searchPatiently } from '../../guard/site/api-callers.ts'
import type { Report } from '../../harness/report.ts'
import { startProofApi } from '../proof-api.ts'
import { bodiesFor, type FieldBody } from './field-bodies.ts'
import { type FieldDocument, makeFieldDocuments } from './field-documents.ts'
import { referenceBody } from './reference-mapping.ts'

const FAMILY = 'network_events'
const PREFIX = 'fields-'
const REFERENCE = `${PREFIX}reference`
const MADE = 2_000
const GENERATED = 1_000
const CALLERS = 4
const PER_REQUEST = 100
const SHOWN = 5

/**
 * Filters, sorts and aggregates by every mapped field through the API on the appliance's own mapping. The results must
 * equal those of the engine on an index in which every field is fully indexed. Both hold the same documents.
 */
export async function checkFields(report: Report, engineUrl: string): Promise<void> {
  const now = Date.now()
  const catalog = fieldCatalog(FAMILY)
  const { documents, samples } = makeFieldDocuments(catalog, { made: MADE, generated: GENERATED, now })
  report.step(`${catalog.size} fields in ${documents.length} events, in two indexes`)
  const bodies = [...catalog].flatMap(([path, field]) => bodiesFor(path, field, samples.get(path), now))
  await using _indexes = await makeIndexes(engineUrl, documents)
  await using api = await startProofApi({ engineUrl, generations: [], env: { WATCHPOST_ENGINE_PREFIX: PREFIX } })
  const expected = await askReference(engineUrl, bodies)
  const actual = await askApi(api, bodies)

  const wrong: string[] = []
  const empty = new Set<string>()
  for (const [at, { path, what }] of bodies.entries()) {
    const [ours, theirs] = [actual[at], expected[at]]
    if (!isDeepStrictEqual(ours, theirs)) wrong.push(`${path}, ${what}: ${JSON.stringify(ours)?.slice(0, 300)}`)
    if (theirs?.hits?.total.value === 0) empty.add(path)
  }
  const compared = new Set(bodies.map(({ path }) => path))
  const without = [...catalog.keys()].filter((path) => !samples.has(path))
  report.check(
    `${compared.size} fields filtered, sorted and aggregated as if all of them were indexed in full`,
    wrong.length === 0,
    wrong.length === 0 ? `${bodies.length} searches` : `${wrong.length} differ: ${wrong.slice(0, SHOWN).join(' | ')}`,
  )
  report.check(
    'every field is in some document and finds it',
    empty.size + without.length === 0,
    [...without, ...empty].slice(0, SHOWN).join(' '),
  )
  report.figure('fields_mapped', catalog.size)
  report.figure('fields_compared', compared.size)
}

interface Comparable {
  status: number
  hits?: { total: { value: number }; hits: { _id: string; sort: unknown; fields: unknown }[] }
  aggregations?: unknown
}

async function askApi(api: Awaited<ReturnType<typeof startProofApi>>, bodies: readonly FieldBody[]) {
  const callers = await makeCallers(plainEndpoint(api), CALLERS)
  const answers: Comparable[] = []
  const row = bodies.entries()
  await Promise.all(
    callers.map(async (caller) => {
      for (const [at, { body }] of row) {
        const { status, text } = await searchPatiently(caller, FAMILY, JSON.stringify(body))
        answers[at] = status === 200 ? comparable(JSON.parse(text) as Comparable) : { status, aggregations: text }
      }
      await caller.close()
    }),
  )
  return answers
}

async function askReference(engineUrl: string, bodies: readonly FieldBody[]): Promise<Comparable[]> {
  const answers: Comparable[] = []
  for (let first = 0; first < bodies.length; first += PER_REQUEST) {
    const lines = bodies.slice(first, first + PER_REQUEST).map(({ body }) => `{}\n${JSON.stringify(body)}\n`)
    const answer = await call(engineUrl, 'POST', `/${REFERENCE}/_msearch`, lines.join(''))
    const { responses } = answer as { responses: Comparable[] }
    answers.push(...responses.map(comparable))
  }
  return answers
}

/** The parts that must be equal: the hits, their order and fields, the total, and aggregations. */
function comparable({ hits, aggregations }: Comparable): Comparable {
  const found = hits?.hits.map(({ _id, sort, fields }) => ({ _id, sort, fields })) ?? []
  return { status: 200, ...(hits && { hits: { total: hits.total, hits: found } }), aggregations }
}

/** One index as the appliance creates it, and one for reference. */
async function makeIndexes(engineUrl: string, documents: readonly FieldDocument[]): Promise<AsyncDisposable> {
  const config = { ...engineConfig(engineUrl), prefix: PREFIX }
  const client = connectEngine(config)
  const indexes = createGenerationIndex(client, config)
  const generation = { number: 1, day: new Date().toISOString().slice(0, 10) }
  const remove = async () => {
    await call(engineUrl, 'DELETE', `/${REFERENCE}?ignore_unavailable=true`)
    await indexes.remove(generation)
  }
  const write = async (index: string, textOf: (document: FieldDocument) => string) => {
    const text = documents.map((each) => `{"create":{"_id":"${each.id}"}}\n${textOf(each)}\n`).join('')
    const path = `/${index}/_bulk?refresh=true&filter_path=errors`
    const { errors } = (await call(engineUrl, 'POST', path, text)) as { errors: boolean }
    if (errors) throw new Error(`${index} refused documents`)
  }
  await remove()
  await indexes.create(generation)
  await call(engineUrl, 'PUT', `/${REFERENCE}`, JSON.stringify(referenceBody(fieldCatalog(FAMILY))))
  await write(indexes.indexName(FAMILY, generation), ({ json }) => json)
  await write(REFERENCE, ({ whole }) => whole)
  return {
    async [Symbol.asyncDispose]() {
      await remove()
      await client.close()
    },
  }
}

async function call(engineUrl: string, method: string, path: string, body?: string): Promise<unknown> {
  const headers = { 'content-type': path.includes('/_') ? 'application/x-ndjson' : 'application/json' }
  const response = await fetch(engineUrl + path, { method, ...(body !== undefined && { headers, body }) })
  const text = await response.text()
  if (!response.ok && response.status !== 404) {
    throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
  }
  return JSON.parse(text)
}
