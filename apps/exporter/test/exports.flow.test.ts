import { createServer, type Socket } from 'node:net'
import { startTestWatchpost } from '@watchpost/testkit/test-watchpost'
import { expect, test } from 'vitest'

const stream = 'd'.repeat(32)
const events = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    event_type: (first + index) % 2 === 0 ? 'dns' : 'http',
    timestamp: '2026-11-14T09:12:33.412118+0000',
    src_ip: '192.0.2.7',
    dest_ip: '198.51.100.9',
    note: `é ${first + index}`,
  }))

/** A receiver that can be disconnected and keeps everything it got. */
async function aReceiver() {
  const read: Buffer[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    socket.on('data', (chunk: Buffer) => read.push(chunk))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    bodies: () => [
      ...Buffer.concat(read)
        .toString('utf8')
        .matchAll(/ id="([^"]+)"[^\]]*\] \ufeff?(\{[^\n]*?\})(?=\d+ <|$)/g),
    ],
    cut(): void {
      for (const socket of open) socket.resetAndDestroy()
    },
    [Symbol.dispose](): void {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

async function until(isTrue: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = Date.now() + withinMs
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('condition not met in time')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const SEEN_WITHIN_MS = 3_000

test('an export gets every event that matches, in its stored form, across a broken connection', async () => {
  await using watchpost = await startTestWatchpost()
  using receiver = await aReceiver()
  const root = '/api/exports/syslog/1'
  const made = await watchpost.call(`${root}/general`, { hostname: '127.0.0.1', port: receiver.port })
  expect(made.status).toBe(201)
  expect((await watchpost.call(`${root}/filters`, { protocols: ['dns'] })).status).toBe(200)
  await until(async () => (await watchpost.get(root)).body.state !== undefined)
  // It may have started before it saw the filter, which takes up to 2 s.
  await new Promise((resolve) => setTimeout(resolve, SEEN_WITHIN_MS))

  for (let first = 0; first < 1_000; first += 100) {
    expect((await watchpost.sendEvents(stream, first, events(first, 100))).status).toBe(200)
    // A probe that got no answer resends.
    if (first % 300 === 0) await watchpost.sendEvents(stream, first, events(first, 100))
    if (first === 500) receiver.cut()
  }
  const ids = () => new Set(receiver.bodies().map(([, id]) => id))
  await until(() => ids().size >= 500)
  expect(ids().size).toBe(500)

  await until(async () => (await watchpost.count('network_events')) === 1_000)
  const found = await watchpost.call('/api/data/es/search?index=network_events', {
    size: 1_000,
    query: { term: { event_type: 'dns' } },
  })
  const hits = (found.body.hits as { hits: { _id: string; _source: object }[] }).hits
  const stored = new Map(hits.map(({ _id, _source }) => [_id, _source]))
  for (const [, id = '', body = ''] of receiver.bodies()) expect(JSON.parse(body)).toEqual(stored.get(id))

  // Reported once a second.
  await expect
    .poll(async () => (await watchpost.get(root)).body.state, { timeout: 10_000 })
    .toMatchObject({ status: 'connected', lost_events: 0 })
}, 180_000)

test('replays sent events on request, and sends nothing after the export is removed', async () => {
  await using watchpost = await startTestWatchpost()
  using receiver = await aReceiver()
  const root = '/api/exports/syslog/2'
  await watchpost.call(`${root}/general`, { hostname: '127.0.0.1', port: receiver.port })
  const from = new Date(Date.now() - 60_000).toISOString()
  await watchpost.sendEvents(stream, 0, events(0, 50))
  await until(() => receiver.bodies().length === 50)
  expect((await watchpost.call(`${root}/replay`, { from })).status).toBe(202)
  await until(() => receiver.bodies().length === 100)
  const tried = await watchpost.call(`${root}/test`, {})
  expect(tried.body).toMatchObject({ ok: true })
}, 180_000)
