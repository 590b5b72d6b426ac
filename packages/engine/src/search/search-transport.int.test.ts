import { connect, createServer, type Socket } from 'node:net'
import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import { expect, test } from 'vitest'
import { searchOnce } from './fixtures/search-once.ts'
import { createSearchTransport } from './search-transport.ts'

/** A proxy in front of the real engine; it can freeze like a machine, or disappear. */
async function aGate(target: string) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isFrozen = false
  const hold = (socket: Socket) => (isFrozen ? socket.pause() : socket.resume())
  const make = () =>
    createServer((incoming) => {
      const outgoing = connect(Number(port), hostname)
      for (const [socket, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        open.add(socket)
        hold(socket)
        socket.on('data', (bytes) => other.write(bytes))
        socket.on('error', () => other.destroy())
        socket.on('close', () => {
          open.delete(socket)
          other.destroy()
        })
      }
    })
  let server = make()
  const listen = (at: number) => new Promise<void>((resolve) => void server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  const own = address && typeof address === 'object' ? address.port : 0
  function setFrozen(value: boolean): void {
    isFrozen = value
    for (const socket of open) hold(socket)
  }
  async function vanish(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.resetAndDestroy()
    await closed
  }
  return {
    url: `http://127.0.0.1:${own}`,
    setFrozen,
    vanish,
    async comeBack(): Promise<void> {
      server = make()
      await listen(own)
    },
    [Symbol.asyncDispose]: vanish,
  }
}

const ANSWERED = { timeout: 10_000 }

function transportTo(engine: TestEngine, nodes: string[]) {
  const changes: string[] = []
  const transport = createSearchTransport(
    { ...engine.config, nodes },
    {
      silenceMs: 1_000,
      answerMs: 16_000,
      onChange: (_node, isAway, reason) => changes.push(isAway ? `away ${reason}` : 'back'),
    },
  )
  return { transport, changes, [Symbol.asyncDispose]: () => transport.close() }
}

/** A search that matches no index: indexes that other tests are just creating would answer it with 503. */
const search = '/no-such-index-*/_search?size=0'

test('detects a frozen engine within two seconds, then fails fast, and uses it again when it wakes', async () => {
  await using engine = testEngine()
  await using gate = await aGate(engine.config.nodes[0] ?? '')
  await using to = transportTo(engine, [gate.url])
  await expect.poll(() => searchOnce(to.transport, search), ANSWERED).toMatchObject({ status: 200 })

  gate.setFrozen(true)
  const caught = await Promise.all([1, 2, 3].map(() => searchOnce(to.transport, search)))
  for (const { failure, ms } of caught) {
    expect(failure).toBe('away')
    expect(ms).toBeLessThan(2_000)
  }
  const refused = await searchOnce(to.transport, search)
  expect(refused.failure).toBe('away')
  expect(refused.ms).toBeLessThan(50)

  gate.setFrozen(false)
  await expect.poll(() => to.transport.isThere(), { timeout: 3_000 }).toBe(true)
  await expect.poll(() => searchOnce(to.transport, search), ANSWERED).toMatchObject({ status: 200 })
  expect(to.changes).toEqual(['away frozen', 'back'])
})

test('detects a stopped engine at once, and uses it again when it is back', async () => {
  await using engine = testEngine()
  await using gate = await aGate(engine.config.nodes[0] ?? '')
  await using to = transportTo(engine, [gate.url])
  await expect.poll(() => searchOnce(to.transport, search), ANSWERED).toMatchObject({ status: 200 })
  await gate.vanish()
  const caught = await searchOnce(to.transport, search)
  expect(caught.failure).toBe('away')
  expect(caught.ms).toBeLessThan(1_000)
  await gate.comeBack()
  await expect.poll(() => to.transport.isThere(), { timeout: 3_000 }).toBe(true)
  await expect.poll(() => searchOnce(to.transport, search), ANSWERED).toMatchObject({ status: 200 })
})

test('skips the unavailable one of several nodes', async () => {
  await using engine = testEngine()
  await using gate = await aGate(engine.config.nodes[0] ?? '')
  await using to = transportTo(engine, [gate.url, ...engine.config.nodes])
  gate.setFrozen(true)
  const answers = await Promise.all([1, 2, 3, 4].map(() => searchOnce(to.transport, search)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const next = await Promise.all([1, 2, 3, 4].map(() => searchOnce(to.transport, search)))
  for (const { status, ms } of next) {
    expect(status).toBe(200)
    expect(ms).toBeLessThan(1_000)
  }
})

test('retries a search on a connection that the engine closed while idle', async () => {
  await using engine = testEngine()
  await using gate = await aGate(engine.config.nodes[0] ?? '')
  await using to = transportTo(engine, [gate.url])
  await expect.poll(() => searchOnce(to.transport, search), ANSWERED).toMatchObject({ status: 200 })
  await gate.vanish()
  await gate.comeBack()
  await expect.poll(() => searchOnce(to.transport, search), ANSWERED).toMatchObject({ status: 200 })
})

test('cancels the task in the engine when the caller disconnects', async () => {
  await using engine = testEngine()
  const index = await heavy(engine)
  await using to = transportTo(engine, engine.config.nodes)
  const terms = (field: string, aggs?: object) => ({
    [field]: { terms: { field, size: 5_000 }, ...(aggs && { aggs }) },
  })
  const body = { size: 0, aggs: terms('a', terms('b', terms('c', { n: { cardinality: { field: 'd' } } }))) }
  const heard: string[] = []
  const tell = (what: string) => () => void heard.push(what)
  const [left, kept] = ['to-be-left', 'to-be-kept'].map((opaqueId) =>
    to.transport.post(`/${index}/_search?request_cache=false`, JSON.stringify(body), opaqueId, {
      onHead: tell('head'),
      onData: tell('data'),
      onEnd: tell('end'),
      onFailure: tell('failure'),
    }),
  )
  await expect.poll(() => tasksOf(engine, 'to-be-left'), { timeout: 5_000, interval: 20 }).toBeGreaterThan(0)
  left?.abort()
  await expect.poll(() => tasksOf(engine, 'to-be-left'), { timeout: 3_000, interval: 50 }).toBe(0)
  // Control: the same search of a connected caller continues.
  expect(await tasksOf(engine, 'to-be-kept')).toBeGreaterThan(0)
  expect(heard).toEqual([])
  kept?.abort()
}, 120_000)

/** An index for which three nested aggregations take seconds. */
async function heavy({ client, config }: TestEngine): Promise<string> {
  const index = `${config.prefix}malware-heavy`
  const keyword = { type: 'keyword' } as const
  const mappings = { properties: { a: keyword, b: keyword, c: keyword, d: keyword } }
  await client.indices.create({ index, body: { mappings, settings: { 'index.refresh_interval': '-1' } } })
  for (let from = 0; from < 60_000; from += 10_000) {
    const lines = Array.from({ length: 10_000 }, (_, at) => {
      const n = from + at
      return `{"index":{}}\n{"a":"${n % 4_999}","b":"${n % 4_993}","c":"${n % 4_987}","d":"${n}"}`
    })
    await client.transport.request({ method: 'POST', path: `/${index}/_bulk`, bulkBody: `${lines.join('\n')}\n` })
  }
  await client.indices.refresh({ index })
  return index
}

async function tasksOf({ client }: TestEngine, opaqueId: string): Promise<number> {
  const { body } = await client.tasks.list({ actions: '*search*', detailed: true })
  const nodes = Object.values(body.nodes ?? {})
  const tasks = nodes.flatMap(({ tasks: each }) => Object.values(each ?? {}))
  return tasks.filter(({ headers }) => headers?.['X-Opaque-Id'] === opaqueId).length
}
