import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { testEngine } from '@watchpost/testkit/test-engine'
import { expect, test } from 'vitest'
import { connectEngine } from './connect/connect-engine.ts'
import { createEventIndex } from './event-index.ts'
import { createGenerationIndex } from './generation-index.ts'

const generation = { number: 1, day: '2026-11-14' }

/** The real engine behind a proxy that can drop responses, and fail on a document as an engine would. */
async function aFaultyEngine() {
  const engine = testEngine({ refreshSeconds: 1 })
  const faults = { lostAnswers: 0, poisonId: '', paths: [] as string[] }

  async function forward(method: string, url: string, body: string, response: ServerResponse): Promise<void> {
    const isBulk = url.startsWith('/_bulk')
    faults.paths.push(url.split('?')[0] ?? '')
    const answer = await fetch(`${engine.config.nodes[0]}${url}`, {
      method,
      headers: { 'content-type': isBulk || url.startsWith('/_msearch') ? 'application/x-ndjson' : 'application/json' },
      ...(body && { body: isBulk ? withoutPoison(body) : body }),
    })
    const text = await answer.text()
    if (isBulk && faults.lostAnswers-- > 0) return void response.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(isBulk ? withFailure(body, text) : text)
  }

  const isPoison = (action: string) => faults.poisonId !== '' && action.includes(`"_id":"${faults.poisonId}"`)

  /** Replaces the poison document by an operation that always conflicts, so that items keep their order. */
  function withoutPoison(body: string): string {
    const lines = body.split('\n')
    return lines
      .map((line, at) => (at % 2 === 0 && isPoison(line) ? line.replace(/"_id":"[^"]*"/, '"_id":"stored-0"') : line))
      .join('\n')
  }

  function withFailure(body: string, text: string): string {
    const actions = body.split('\n').filter((_, at) => at % 2 === 0)
    const answer = JSON.parse(text) as { items: object[] }
    const error = { type: 'null_pointer_exception', reason: 'in the mapper' }
    answer.items = answer.items.map((item, turn) =>
      isPoison(actions[turn] ?? '') ? { create: { status: 500, error } } : item,
    )
    return JSON.stringify(answer)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      forward(request.method ?? '', request.url ?? '', body, response).catch(() => response.destroy())
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const client = connectEngine({
    ...engine.config,
    nodes: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
  })
  const indexes = createGenerationIndex(engine.client, engine.config)
  await indexes.create(generation)
  let time = 0
  const clock = {
    now: () => time,
    async sleep(ms: number) {
      time += ms
      await sleep(300)
    },
  }
  const events = createEventIndex(client, { concurrency: 1, maxBulkBytes: 5_000_000 }, clock)
  const index = indexes.indexName('network_events', generation)
  return {
    faults,
    indexes,
    write: async (ids: string[]) =>
      events.write(
        ids.map((id) => ({ index, id, json: '{"event_type":"flow"}' })),
        AbortSignal.timeout(50_000),
      ),
    count: async () => {
      await engine.client.indices.refresh({ index })
      return (await engine.client.count({ index })).body.count
    },
    async [Symbol.asyncDispose]() {
      await client.close()
      server.closeAllConnections()
      server.close()
      await engine[Symbol.asyncDispose]()
    },
  }
}

const ids = (count: number) => Array.from({ length: count }, (_, number) => `stored-${number}`)

test('stores each document once when the response to a bulk request is lost', async () => {
  await using world = await aFaultyEngine()
  const { faults, write, count } = world
  faults.lostAnswers = 1
  const results = await write(ids(150))
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['exists']))
  expect(faults.paths.map((path) => path.split('/').at(-1))).toEqual(['_bulk', '_mget', '_flush'])
  expect(await count()).toBe(150)
})

test('finds documents of a lost request in an index that was sealed or removed since', async () => {
  await using world = await aFaultyEngine()
  const { faults, write, indexes } = world
  await write(ids(1))
  await indexes.seal(generation)
  faults.lostAnswers = 1
  expect(await write(['stored-0', 'new'])).toEqual([{ kind: 'exists' }, { kind: 'closed' }])
  await indexes.remove(generation)
  faults.lostAnswers = 1
  expect(await write(['new'])).toEqual([{ kind: 'closed' }])
})

test('rejects a poison document while its shard accepts another one, and stores nothing for it', async () => {
  await using world = await aFaultyEngine()
  const { faults, write, count } = world
  faults.poisonId = 'poison'
  const results = await write([...ids(3), 'poison'])
  expect(results.map(({ kind }) => kind)).toEqual(['created', 'created', 'created', 'refused'])
  expect(faults.paths).toContain('/_msearch')
  expect(await count()).toBe(3)
})
