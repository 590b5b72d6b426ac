import { families, storedFamilies } from '@watchpost/model'
import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import { expect, test } from 'vitest'
import { createEventIndex } from './event-index.ts'
import type { Generation } from './generation.ts'
import { createGenerationIndex, type GenerationIndex } from './generation-index.ts'
import { documentOf } from './mapping/fixtures/sample-documents.ts'

const first = { number: 1, day: '2026-11-14' }
const second = { number: 2, day: '2026-11-15' }

test('several copies create the same generation at once, and its aliases point to it', async () => {
  await using engine = testEngine()
  const index = createGenerationIndex(engine.client, engine.config)
  await Promise.all([1, 2, 3].map(() => index.create(first)))

  const { body } = await engine.client.indices.getAlias({ index: `${engine.config.prefix}*` })
  const names = Object.entries(body).map(([name, { aliases }]) => [name, Object.keys(aliases ?? {})])
  expect(Object.fromEntries(names)).toEqual(
    Object.fromEntries(
      storedFamilies.map((family) => {
        const alias = `${engine.config.prefix}${family}`
        return [index.indexName(family, first), family === 'alerts' ? [alias] : [alias, `${alias}-open`]]
      }),
    ),
  )
})

test('the open alias covers the generations that are meant to have it', async () => {
  await using engine = testEngine()
  const index = createGenerationIndex(engine.client, engine.config)
  const third = { number: 3, day: '2026-11-16' }
  for (const each of [first, second, third]) await index.create(each)
  const namesOf = (...of: Generation[]) => of.flatMap((each) => families.map((family) => index.indexName(family, each)))

  expect([...(await index.openIndexes())].toSorted()).toEqual(namesOf(first, second, third).toSorted())
  for (let round = 0; round < 2; round++) {
    await index.setOpen(
      new Map([
        [1, false],
        [2, true],
      ]),
    )
    expect([...(await index.openIndexes())].toSorted()).toEqual(namesOf(second, third).toSorted())
  }
  await index.setOpen(new Map([[1, true]]))
  expect([...(await index.openIndexes())].toSorted()).toEqual(namesOf(first, second, third).toSorted())
})

test('lists indexes with their size and whether they are sealed', async () => {
  await using engine = testEngine()
  const index = createGenerationIndex(engine.client, engine.config)
  expect(await index.list()).toEqual([])

  await index.create(second)
  await index.create(first)
  await write(engine, index, first, { sequences: [0, 1] })
  await index.seal(first)
  const state = (await index.list()).filter(({ family }) => family === 'network_events')

  expect(state).toEqual([
    {
      name: index.indexName('network_events', first),
      uuid: expect.stringMatching(/^[\w-]{22}$/),
      family: 'network_events',
      generation: first,
      shards: 1,
      documents: 2,
      sizeBytes: expect.any(Number),
      isSealed: true,
    },
    expect.objectContaining({ generation: second, documents: 0, isSealed: false }),
  ])
  // The engine measures its files at most every ten seconds (index.store.stats_refresh_interval).
  const empty = await index.shardBytes(second)
  await expect.poll(() => index.shardBytes(first), { timeout: 15_000, interval: 500 }).toBeGreaterThan(empty)
  expect(await index.diskShare()).toBeGreaterThan(0)
  expect(await index.diskShare()).toBeLessThan(1)
})

test('sealing under concurrent writes keeps all acknowledged events and acknowledges none after', async () => {
  // An automatic refresh would hide a missing one.
  await using engine = testEngine({ refreshSeconds: 300 })
  const index = createGenerationIndex(engine.client, engine.config)
  await index.create(first)
  const acknowledged = new Set<number>()
  const refusals = new Set<string>()
  let next = 0
  let isSealed = false
  let afterSeal = 0

  const writer = async () => {
    for (let refused = 0; refused < 3; ) {
      const sequences = Array.from({ length: 20 }, () => next++)
      const beganAfterSeal = isSealed
      const results = await write(engine, index, first, { sequences })
      results.forEach((kind, turn) => {
        if (kind !== 'created') refusals.add(kind)
        else acknowledged.add(sequences[turn] ?? -1)
        if (kind === 'created' && beganAfterSeal) afterSeal++
      })
      if (results.some((kind) => kind !== 'created')) refused++
    }
  }
  const sealer = async () => {
    await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(500)
    await index.seal(first)
    isSealed = true
    return [...acknowledged]
  }
  const [atSeal] = await Promise.all([sealer(), ...Array.from({ length: 8 }, writer)])

  expect(afterSeal).toBe(0)
  expect([...refusals]).toEqual(['closed'])
  const found = await searchableSequences(engine)
  expect(found).toEqual([...acknowledged].sort((a, b) => a - b))
  expect(atSeal.length).toBeGreaterThan(500)
})

test('sealing twice, or by two copies at once, changes nothing', async () => {
  await using engine = testEngine()
  const index = createGenerationIndex(engine.client, engine.config)
  await index.create(first)
  await Promise.all([index.seal(first), index.seal(first)])
  await index.seal(first)
  expect(await sealedFamilies(index)).toEqual(families.map((family) => `${family} 1`).sort())
})

test('adds a missing family to a generation, and seals it if the generation is sealed', async () => {
  await using engine = testEngine()
  const index = createGenerationIndex(engine.client, engine.config)
  await index.create(first)
  await index.create(second)
  await index.seal(first)
  const lost = [first, second].flatMap((each) => [index.indexName('alerts', each), index.indexName('malware', each)])
  await engine.client.indices.delete({ index: lost })

  const generations = [
    { ...first, isSealed: true },
    { ...second, isSealed: false },
  ]
  await index.complete(generations)
  await index.complete(generations)
  expect(await index.list()).toHaveLength(8)
  expect(await sealedFamilies(index)).toEqual(families.map((family) => `${family} 1`).sort())
})

test('maps missing fields in existing generations, also sealed ones, and finds them from then on', async () => {
  await using engine = testEngine()
  const { client } = engine
  const index = createGenerationIndex(client, engine.config)
  // On the very first start there is nothing to complete.
  await index.complete([])
  for (const generation of [first, second]) {
    await index.create(generation)
    const name = index.indexName('network_events', generation)
    // As created by an earlier version.
    await client.indices.delete({ index: name })
    await client.indices.create({
      index: name,
      body: { mappings: { dynamic: false, properties: { uuid: { type: 'keyword' } } } },
    })
  }
  await index.seal(first)
  const generations = [
    { ...first, isSealed: true },
    { ...second, isSealed: false },
  ]
  await index.complete(generations)
  await index.complete(generations)
  const both = [first, second].map((each) => index.indexName('network_events', each))
  const claimed = { clock_fault: 'ahead', timestamp_claimed: '9999-12-31T23:59:59.999999-14:00' }
  await client.index({ index: both[1] ?? '', body: claimed, refresh: true })
  const { body } = await client.search({
    index: both,
    body: { query: { term: { timestamp_claimed: claimed.timestamp_claimed } }, sort: ['clock_fault'] },
  })
  expect(body.hits.hits.map(({ _source }) => _source)).toEqual([claimed])
})

test('rejects sealing a generation that does not exist', async () => {
  await using engine = testEngine()
  await expect(createGenerationIndex(engine.client, engine.config).seal(first)).rejects.toThrow('not all at hand')
})

test('returns the highest sequence of each stream over all families of a sealed generation', async () => {
  await using engine = testEngine()
  const index = createGenerationIndex(engine.client, engine.config)
  await index.create(first)
  const streams = Array.from({ length: 620 }, (_, number) => number.toString(16).padStart(32, '0'))
  const [a = '', b = '', last = ''] = [streams[0], streams[1], streams.at(-1)]
  await write(engine, index, first, { sequences: [0, 1, 2 ** 50], stream: a })
  await write(engine, index, first, { sequences: [5], stream: b })
  await write(engine, index, first, { sequences: [9], stream: b, eventType: 'malware' })
  await write(engine, index, first, { sequences: [7], stream: last, eventType: 'shellcode' })
  await index.seal(first)

  expect(await index.highestSequences(first, streams)).toEqual(
    new Map([
      [a, 2 ** 50],
      [b, 9],
      [last, 7],
    ]),
  )
  expect(await index.highestSequences(first, [])).toEqual(new Map())
})

test('finds documents by id before they are searchable, also in another event family', async () => {
  await using engine = testEngine({ refreshSeconds: 300 })
  const index = createGenerationIndex(engine.client, engine.config)
  await index.create(first)
  await write(engine, index, first, { sequences: [1, 3] })
  const asked = Array.from({ length: 2_500 }, (_, sequence) => document(sequence))
  const ids = [1, 3].map((sequence) => document(sequence).id)

  expect(await index.present(first, asked)).toEqual(new Set(ids))
  await write(engine, index, first, { sequences: [7], eventType: 'malware' })
  expect(await index.present(first, [document(7)])).toEqual(new Set([document(7).id]))
})

test('returns gone for a generation only when all of its indexes are deleted', async () => {
  await using engine = testEngine()
  const index = createGenerationIndex(engine.client, engine.config)
  await index.create(first)
  await write(engine, index, first, { sequences: [1] })
  const stream = document(1).identity.stream
  expect(await index.present(second, [document(1)])).toBe('gone')
  expect(await index.highestSequences(second, [stream])).toBe('gone')

  await engine.client.indices.delete({ index: index.indexName('malware', first) })
  expect(await index.present(first, [document(1), document(2)])).toEqual(new Set([document(1).id]))
  await expect(index.highestSequences(first, [stream])).rejects.toThrow('index_not_found_exception')

  await index.remove(first)
  expect(await index.present(first, [document(1)])).toBe('gone')
  expect(await index.highestSequences(first, [stream])).toBe('gone')
})

test('a sealed generation accepts alert entries, each once, and updates of them until it is removed', async () => {
  await using engine = testEngine()
  const { client } = engine
  const index = createGenerationIndex(client, engine.config)
  await index.create(first)
  await index.create(second)
  await write(engine, index, first, { sequences: [1], eventType: 'alert' })
  await index.seal(first)
  expect(await write(engine, index, first, { sequences: [2], eventType: 'alert' })).toEqual(['closed'])

  const writeEntry = () => write(engine, index, first, { sequences: [1], eventType: 'alert', isEntry: true })
  expect(await writeEntry()).toEqual(['created'])
  const name = index.indexName('alerts', first)
  const { id } = document(1)
  await client.update({ index: name, id, body: { doc: { status: 'closed', effective_risk: 7 } } })
  expect(await writeEntry()).toEqual(['exists'])
  const { body } = await client.get({ index: name, id })
  expect(body._source).toMatchObject({ status: 'closed', effective_risk: 7 })

  await index.remove(first)
  expect(await writeEntry()).toEqual(['closed'])
  expect((await index.list()).map(({ generation }) => generation.number)).toEqual([2, 2, 2, 2])
})

test('removes a generation, and again without an error', async () => {
  await using engine = testEngine()
  const index = createGenerationIndex(engine.client, engine.config)
  await index.create(first)
  await index.create(second)
  await index.seal(first)
  await index.remove(first)
  await index.remove(first)
  expect((await index.list()).map(({ generation }) => generation.number)).toEqual([2, 2, 2, 2])
})

interface Written {
  sequences: number[]
  stream?: string
  eventType?: string
  isEntry?: boolean
}

/** Family and generation of the sealed indexes. */
async function sealedFamilies(index: GenerationIndex): Promise<string[]> {
  const sealed = (await index.list()).filter(({ isSealed }) => isSealed)
  return sealed.map(({ family, generation }) => `${family} ${generation.number}`).sort()
}

function document(sequence: number, stream?: string, eventType = 'flow') {
  return documentOf({ timestamp: '2026-11-14T09:11:01.204118+0000', event_type: eventType }, sequence, stream)
}

async function write(
  { client }: TestEngine,
  index: GenerationIndex,
  generation: Generation,
  { sequences, stream, eventType, isEntry }: Written,
): Promise<string[]> {
  const events = createEventIndex(client, { concurrency: 1, maxBulkBytes: 5_000_000 })
  const placed = sequences.map((sequence) => {
    const event = document(sequence, stream, eventType)
    const { id, family, json } = (isEntry && event.entry) || event
    return { id, json, index: index.indexName(family, generation) }
  })
  return (await events.write(placed, AbortSignal.timeout(30_000))).map(({ kind }) => kind)
}

async function searchableSequences({ client, config }: TestEngine): Promise<number[]> {
  const { body } = await client.transport.request({
    method: 'POST',
    path: `/${config.prefix}network_events/_search`,
    body: { size: 10_000, sort: ['ingest.sequence'], _source: ['ingest.sequence'] },
  })
  const { hits } = body as { hits: { hits: { _source: { ingest: { sequence: number } } }[] } }
  return hits.hits.map(({ _source: { ingest } }) => ingest.sequence)
}
