import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { connectEngine } from './connect/connect-engine.ts'
import { createEventIndex, type EventIndexOptions, type WriteClock } from './event-index.ts'

const INDEX = 'network_events-2026.11.14-000001'

interface Item {
  status: number
  error?: { type: string; reason: string }
}

type Answer = { body: object; status?: number } | 'hang up' | 'hang'

/** The timeout of all requests except bulk requests. */
const REQUEST_TIMEOUT_MS = 500

/** An engine with one shard behind real HTTP, which fails as a test specifies. */
class FakeEngine {
  readonly stored = new Set<string>()
  /** The ids of each bulk request. */
  readonly bulks: string[][] = []
  readonly paths: string[] = []
  isSearchable = true
  health = 'green'
  /** How long a bulk request takes. */
  bulkMs = 0
  /** Called before a bulk request is processed; a returned answer replaces the normal one. */
  onBulk: (ids: string[]) => Answer | undefined = () => undefined
  /** Called for each document of a bulk request. */
  onItem: (id: string) => Item | undefined = () => undefined
  onMget: () => Answer | undefined = () => undefined

  answer(path: string, body: string): Answer {
    this.paths.push(path)
    if (path === '/_bulk') return this.bulk(body)
    if (path === '/_mget') return this.onMget() ?? this.mget(body)
    if (path === '/_msearch') return this.msearch(body)
    if (path.startsWith('/_cluster/health')) return { body: { status: this.health, timed_out: false } }
    if (path.endsWith('/_flush')) return { body: { _shards: { total: 1, failed: 0 } } }
    return { status: 400, body: { error: { type: 'unexpected', reason: path } } }
  }

  private bulk(body: string): Answer {
    const actions = body.split('\n').filter((_, line) => line % 2 === 0)
    const ids = actions.filter(Boolean).map((line) => (JSON.parse(line) as { create: { _id: string } }).create._id)
    this.bulks.push(ids)
    const replaced = this.onBulk(ids)
    if (replaced) return replaced
    return { body: { items: ids.map((id) => ({ create: this.onItem(id) ?? this.create(id) })) } }
  }

  create(id: string): Item {
    if (this.stored.has(id)) return { status: 409, error: { type: 'version_conflict_engine_exception', reason: id } }
    this.stored.add(id)
    return { status: 201 }
  }

  private mget(body: string): Answer {
    const { docs } = JSON.parse(body) as { docs: { _index: string; _id: string }[] }
    return { body: { docs: docs.map((each) => ({ ...each, found: this.stored.has(each._id) })) } }
  }

  private msearch(body: string): Answer {
    const [first] = this.isSearchable ? this.stored : []
    const hits = first ? [{ _index: INDEX, _id: first, _source: {} }] : []
    const searches = body.split('\n').filter(Boolean).length / 2
    return { body: { responses: Array.from({ length: searches }, () => ({ hits: { hits } })) } }
  }
}

/** A clock that never waits: a pause only advances the time. */
function quickClock(): WriteClock & { slept: number } {
  const clock = {
    slept: 0,
    now: () => clock.slept,
    async sleep(ms: number, stop: AbortSignal) {
      stop.throwIfAborted()
      clock.slept += ms
    },
  }
  return clock
}

async function anEngine(options: Partial<EventIndexOptions> = {}, requestTimeoutMs = 10_000) {
  const engine = new FakeEngine()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      const answer = engine.answer(path, Buffer.concat(chunks).toString())
      if (answer === 'hang') return
      const lateMs = path === '/_bulk' ? engine.bulkMs : 0
      if (answer === 'hang up') {
        request.socket.destroy()
        return
      }
      setTimeout(() => {
        response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(answer.body))
      }, lateMs)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const client = connectEngine({
    nodes: [`http://127.0.0.1:${port}`],
    prefix: '',
    shards: 1,
    replicas: 0,
    refreshSeconds: 1,
    codec: 'default',
    requestTimeoutMs,
  })
  const clock = quickClock()
  const retries: string[] = []
  const index = createEventIndex(
    client,
    { concurrency: 1, maxBulkBytes: 5_000_000, onRetry: (reason) => retries.push(reason), ...options },
    clock,
  )
  const write = async (ids: string[], stop = new AbortController().signal) =>
    index.write(
      ids.map((id) => ({ index: INDEX, id, json: '{}' })),
      stop,
    )
  return {
    engine,
    clock,
    retries,
    write,
    async [Symbol.asyncDispose]() {
      await client.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

const ids = (count: number) => Array.from({ length: count }, (_, number) => `id-${number}`)
const failure: Item = { status: 500, error: { type: 'null_pointer_exception', reason: 'no such thing' } }

test('after a request without a response, sends only the missing documents, in halves', async () => {
  await using world = await anEngine()
  const { engine, write } = world
  engine.onBulk = (sent) => {
    if (engine.bulks.length > 1) return undefined
    for (const id of sent.slice(0, 100)) engine.create(id)
    return 'hang up'
  }
  const results = await write(ids(300))
  expect(engine.bulks.map((sent) => sent.length)).toEqual([300, 100, 100])
  expect(engine.bulks.slice(1).flat()).toEqual(ids(300).slice(100))
  expect(results.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 100 }, () => 'exists'),
    ...Array.from({ length: 200 }, () => 'created'),
  ])
})

test('halves again after each further request without a response, down to 50 documents', async () => {
  await using world = await anEngine()
  const { engine, write, retries } = world
  engine.onBulk = () => (engine.bulks.length <= 4 ? 'hang up' : undefined)
  const results = await write(ids(300))
  expect(engine.bulks.map((sent) => sent.length)).toEqual([300, 150, 75, 38, 38, 37, 75, 150])
  expect(results.every(({ kind }) => kind === 'created')).toBe(true)
  expect(retries).toEqual(Array.from({ length: 4 }, () => 'no-answer'))
})

test('waits longer for a bulk request than for other requests', async () => {
  await using world = await anEngine({}, REQUEST_TIMEOUT_MS)
  const { engine, write, retries } = world
  engine.bulkMs = 2 * REQUEST_TIMEOUT_MS
  expect(await write(['a'])).toEqual([{ kind: 'created' }])
  expect(retries).toEqual([])
})

test('gives up waiting for a bulk request after its own timeout', async () => {
  await using world = await anEngine({ bulkTimeoutMs: 100 }, 60_000)
  const { engine, write } = world
  engine.onBulk = () => (engine.bulks.length === 1 ? 'hang' : undefined)
  expect(await write(['a'])).toEqual([{ kind: 'created' }])
  expect(engine.bulks.length).toBe(2)
})

test('flushes before a document that exists after a lost answer counts as stored', async () => {
  await using world = await anEngine()
  const { engine, write } = world
  engine.onBulk = (sent) => {
    for (const id of sent) engine.create(id)
    return 'hang up'
  }
  expect(await write(['a'])).toEqual([{ kind: 'exists' }])
  expect(engine.paths).toEqual(['/_bulk', '/_mget', `/${INDEX}/_flush`])
})

test('retries while the engine cannot tell which documents exist', async () => {
  await using world = await anEngine()
  const { engine, write } = world
  engine.onBulk = () => (engine.bulks.length === 1 ? 'hang up' : undefined)
  const failures: Answer[] = [
    'hang up',
    { status: 503, body: {} },
    { body: { docs: [{ _index: INDEX, _id: 'a', error: { type: 'no_shard_available_action_exception' } }] } },
    { body: { docs: [{ _index: INDEX, _id: 'a', error: { type: 'index_not_found_exception' } }] } },
  ]
  engine.onMget = () => failures.shift()
  expect(await write(['a'])).toEqual([{ kind: 'created' }])
  expect(failures).toEqual([])
})

test('resends everything, without halving or checking, after a 503 for the request', async () => {
  await using world = await anEngine()
  const { engine, write, retries } = world
  engine.onBulk = () => (engine.bulks.length <= 2 ? { status: 503, body: {} } : undefined)
  await write(ids(200))
  expect(engine.bulks.map((sent) => sent.length)).toEqual([200, 200, 200])
  expect(engine.paths).not.toContain('/_mget')
  expect(retries).toEqual(['status-503', 'status-503'])
})

test('rejects a document on which the engine always fails while it accepts others', async () => {
  await using world = await anEngine()
  const { engine, write, clock } = world
  engine.onItem = (id) => (id === 'id-3' ? failure : undefined)
  const results = await write(ids(10))
  expect(results.filter(({ kind }) => kind === 'created').length).toBe(9)
  expect(results[3]).toEqual({
    kind: 'refused',
    detail: expect.stringMatching(
      /^status 500 in \d+ attempts over 2\d s, while the engine accepted other documents: null_pointer_exception: no such/,
    ),
  })
  expect(clock.slept).toBeGreaterThan(20_000)
  expect(clock.slept).toBeLessThan(40_000)
})

test('rejects a poison document that is alone in its request', async () => {
  await using world = await anEngine()
  const { engine, write } = world
  engine.create('stored before')
  engine.onItem = (id) => (id === 'a' ? failure : undefined)
  expect(await write(['a'])).toMatchObject([{ kind: 'refused' }])
  expect(engine.stored).toEqual(new Set(['stored before']))
})

test('rejects a poison document that is the first one of a healthy index', async () => {
  await using world = await anEngine()
  const { engine, write } = world
  engine.onItem = (id) => (id === 'a' ? failure : undefined)
  expect(await write(['a'])).toMatchObject([{ kind: 'refused' }])
})

test('stores a document that the engine accepts after failures', async () => {
  await using world = await anEngine()
  const { engine, write, clock } = world
  engine.create('stored before')
  engine.onItem = (id) => (id === 'a' && clock.slept < 15_000 ? failure : undefined)
  expect(await write(['a'])).toEqual([{ kind: 'created' }])
})

test.each<[string, Item, (engine: FakeEngine) => void]>([
  [
    'a primary that is not active',
    { status: 503, error: { type: 'unavailable_shards_exception', reason: 'primary shard is not active' } },
    () => undefined,
  ],
  [
    'a cluster without a manager',
    { status: 503, error: { type: 'cluster_block_exception', reason: 'no cluster manager' } },
    () => undefined,
  ],
  ['a full queue', { status: 429, error: { type: 'rejected_execution_exception', reason: 'full' } }, () => undefined],
  ['a lost node', { status: 500, error: { type: 'node_disconnected_exception', reason: 'gone' } }, () => undefined],
  ['a failing disk', { status: 500, error: { type: 'i_o_exception', reason: 'no space left' } }, () => undefined],
  ['a red index without a searchable document', failure, (engine) => void (engine.health = 'red')],
])('retries without limit: %s', async (_, item, prepare) => {
  await using world = await anEngine()
  const { engine, write, clock } = world
  prepare(engine)
  engine.onItem = (id) => (id === 'a' && clock.slept < 600_000 ? item : undefined)
  expect(await write(['a'])).toEqual([{ kind: 'created' }])
  expect(clock.slept).toBeGreaterThan(600_000)
})

test('retries without limit while the engine also fails on stored documents', async () => {
  await using world = await anEngine()
  const { engine, write, clock } = world
  engine.create('stored before')
  engine.onItem = () => (clock.slept < 600_000 ? failure : undefined)
  expect(await write(['a', 'b'])).toEqual([{ kind: 'created' }, { kind: 'created' }])
})

test('retries without limit while a new index accepts none of many documents', async () => {
  await using world = await anEngine()
  const { engine, write, clock } = world
  engine.onItem = () => (clock.slept < 600_000 ? failure : undefined)
  const results = await write(ids(100))
  expect(results.every(({ kind }) => kind === 'created')).toBe(true)
})
