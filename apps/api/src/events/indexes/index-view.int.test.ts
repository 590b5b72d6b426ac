import { createGenerationIndex, createIndexSurvey } from '@watchpost/engine'
import { families, type Family } from '@watchpost/model'
import { createLogger } from '@watchpost/runtime'
import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIndexView } from './index-view.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-11-01')
const generations = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({
  number,
  day: new Date(start + number * dayMs).toISOString().slice(0, 10),
}))
/** The seventh is sealed in the engine but not recorded as sealed; the eighth is open. */
const sealed = new Set([1, 2, 3, 4, 5, 6])

const real = testEngine()
const survey = createIndexSurvey(real.client, real.config)
const view = createIndexView(
  {
    survey,
    generations: { list: async () => generations.map(({ number }) => ({ number, isSealed: sealed.has(number) })) },
    logger: createLogger('api', 'silent'),
  },
  real.config.prefix,
)
beforeAll(async () => {
  const indexes = createGenerationIndex(real.client, real.config)
  for (const generation of generations) {
    await indexes.create(generation)
    for (const family of families) await fill(real, indexes.indexName(family, generation), family, generation.number)
    if (generation.number < 8) await indexes.seal(generation)
  }
  await real.client.indices.refresh({ index: `${real.config.prefix}*` })
  await view.refresh()
}, 120_000)
afterAll(() => real[Symbol.asyncDispose]())

/** Events of the index's day, some that arrived days late, and some with impossible times. */
async function fill({ client }: TestEngine, index: string, family: Family, number: number): Promise<void> {
  if (family === 'code_analysis' && number === 3) return // An index without an event.
  const ofDay = [0, 1, 12, 23.999].map((hour) => start + number * dayMs + hour * 3_600_000)
  const late = number % 2 === 0 ? [start + (number - 3) * dayMs, start - 200 * dayMs] : []
  const odd = family === 'malware' && number === 2 ? ['0001-01-01', '1969-12-31', '1970-01-01', '9999-12-31'] : []
  const times = [...ofDay, ...late, ...odd.map((each) => Date.parse(each))]
  const lines = times.flatMap((time) => ['{"index":{}}', `{"@timestamp":"${new Date(time).toISOString()}"}`])
  await client.transport.request({ method: 'POST', path: `/${index}/_bulk`, bulkBody: `${lines.join('\n')}\n` })
}

async function countOf(target: string, from: number | undefined, to: number | undefined): Promise<number> {
  const range = {
    ...(from !== undefined && { gte: from }),
    ...(to !== undefined && { lte: to }),
    format: 'epoch_millis',
  }
  const { body } = await real.client.transport.request({
    method: 'POST',
    path: `/${target}/_search`,
    querystring: { ignore_unavailable: true, allow_no_indices: true },
    body: { size: 0, track_total_hits: true, query: { range: { '@timestamp': range } } },
  })
  return (body as { hits: { total: { value: number } } }).hits.total.value
}

test('the engine returns the minimum and maximum time, or none', async () => {
  const times = (await survey.list()).filter(({ generation }) => generation.number < 4)
  const found = await Promise.all(
    times.map(async ({ name }) => [name.slice(real.config.prefix.length), await survey.timesOf(name)]),
  )
  expect(Object.fromEntries(found)).toMatchObject({
    'malware-2026.11.03-000002': { least: Date.parse('0001-01-01'), greatest: Date.parse('9999-12-31') },
    'code_analysis-2026.11.04-000003': undefined,
  })
  expect(await survey.timesOf(`${real.config.prefix}malware-2026.11.02-000099`)).toBe('gone')
  expect(await survey.processors()).toBeGreaterThan(0)
})

test('the engine returns the exact distribution of times', async () => {
  const name = `${real.config.prefix}network_events-2026.11.09-000008`
  const times = Array.from({ length: 30_000 }, (_, index) => start - 60 * dayMs + (index % 3) * 10 * dayMs + index)
  const lines = times.flatMap((time) => ['{"index":{}}', `{"@timestamp":"${new Date(time).toISOString()}"}`])
  await real.client.transport.request({ method: 'POST', path: `/${name}/_bulk`, bulkBody: `${lines.join('\n')}\n` })
  await real.client.indices.refresh({ index: name })
  const spans = await survey.profileOf(name)
  if (spans === 'gone') throw new Error('gone')
  expect(spans.length).toBeGreaterThan(3)
  for (const { from, to, documents } of spans) expect(await countOf(name, from, to)).toBe(documents)
  expect(spans.reduce((sum, each) => sum + each.documents, 0)).toBe(await countOf(name, undefined, undefined))
  expect(await survey.profileOf(`${real.config.prefix}code_analysis-2026.11.04-000003`)).toEqual([])
  expect(await survey.profileOf(`${real.config.prefix}malware-2026.11.02-000099`)).toBe('gone')
})

test('searches few indexes for a narrow range', () => {
  const choice = view.choose(['network_events'], { from: start + 5.5 * dayMs, to: start + 5.6 * dayMs })
  // Its own, the one whose late events reach back that far, and the two that are not recorded as sealed.
  expect(choice.shards).toBe(4)
  expect(view.choose(['network_events'], { from: undefined, to: undefined }).shards).toBe(8)
})

test('the chosen indexes contain every hit, for any range', async () => {
  const time = fc.oneof(
    fc.integer({ min: start - 210 * dayMs, max: start + 10 * dayMs }),
    fc.constantFrom(Date.parse('0001-01-01'), Date.parse('1970-01-01'), Date.parse('9999-12-31'), 0, -1),
  )
  const bound = fc.option(time, { nil: undefined, freq: 4 })
  await fc.assert(
    fc.asyncProperty(bound, bound, fc.subarray([...families], { minLength: 1 }), async (from, to, asked) => {
      const { target } = view.choose(asked, { from, to })
      const everything = asked.map((family) => `${real.config.prefix}${family}`).join()
      expect(await countOf(target, from, to)).toBe(await countOf(everything, from, to))
    }),
    { numRuns: 150 },
  )
}, 120_000)

test('searches an index that was created after the last survey', async () => {
  const generation = { number: 9, day: '2026-11-10' }
  const indexes = createGenerationIndex(real.client, real.config)
  await indexes.create(generation)
  const index = indexes.indexName('malware', generation)
  const before = Date.parse('2020-01-01')
  await real.client.index({ index, body: { '@timestamp': new Date(before).toISOString() }, refresh: true })
  const { target } = view.choose(['malware'], { from: before, to: before })
  expect(target).toContain('malware-open')
  expect(await countOf(target, before, before)).toBe(1)
})
