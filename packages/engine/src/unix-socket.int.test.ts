import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { testEngine } from '@watchpost/testkit/test-engine'
import { expect, inject, test } from 'vitest'
import { createEventIndex } from './event-index.ts'
import { createGenerationIndex } from './generation-index.ts'
import { searchOnce } from './search/fixtures/search-once.ts'
import { createSearchTransport } from './search/search-transport.ts'

const generation = { number: 1, day: '2026-11-14' }

/** A Unix socket that forwards every connection to the real engine, as `systemd-socket-proxyd` does. */
async function aForwardingSocket() {
  const { hostname, port } = new URL(inject('engineNodes')[0] ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'engine-socket-'))
  const path = join(folder, 'engine.sock')
  const open = new Set<Socket>()
  let connections = 0
  const server = createServer((incoming) => {
    connections++
    const outgoing = connect(Number(port), hostname)
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => open.delete(socket))
    }
  })
  await new Promise<void>((resolve) => void server.listen(path, resolve))
  return {
    node: `http+unix://${path}`,
    connections: () => connections,
    [Symbol.dispose]() {
      server.close()
      for (const socket of open) socket.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

test('stores and finds events through a Unix socket in front of the engine', async () => {
  using socket = await aForwardingSocket()
  await using engine = testEngine({ nodes: [socket.node] })
  const indexes = createGenerationIndex(engine.client, engine.config)
  await indexes.create(generation)
  const index = indexes.indexName('network_events', generation)

  const events = createEventIndex(engine.client, { concurrency: 2, maxBulkBytes: 20_000 })
  const json = JSON.stringify({ '@timestamp': '2026-11-14T10:00:00.000Z', uuid: 'u', text: 'x'.repeat(100) })
  const documents = Array.from({ length: 1_000 }, (_, at) => ({ index, id: `event-${at}`, json }))
  const results = await events.write(documents, AbortSignal.timeout(30_000))
  expect(results.every(({ kind }) => kind === 'created')).toBe(true)
  await engine.client.indices.refresh({ index })
  const duringWrites = socket.connections()
  // Two at once; the rest of the requests reuse their connections.
  expect(duringWrites).toBeLessThanOrEqual(4)

  const transport = createSearchTransport(engine.config, { silenceMs: 2_000, answerMs: 16_000 })
  try {
    for (let turn = 0; turn < 20; turn++) {
      const { status, text = '{}' } = await searchOnce(transport, `/${index}/_search?size=0&track_total_hits=true`)
      expect(status).toBe(200)
      expect(JSON.parse(text)).toMatchObject({ hits: { total: { value: 1_000 } } })
      // The pool gets the connection back after the end of the response.
      await setImmediate()
    }
    const large = await searchOnce(transport, `/${index}/_search?size=1000`)
    expect(large.text?.length).toBeGreaterThan(100_000)
    // One for searches, one for pings, and a few that a busy machine needs in addition.
    expect(socket.connections() - duringWrites).toBeLessThanOrEqual(7)
  } finally {
    await transport.close()
  }
})
