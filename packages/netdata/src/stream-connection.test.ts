import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { connectStream, type StreamOptions } from './stream-connection.ts'
import { StreamTrouble } from './trouble.ts'

const identity = {
  key: '7f3c1a52-9d0e-4a6b-8c21-5e4f6a7b8c9d',
  machineGuid: '11111111-2222-4333-8444-555555555555',
  hostname: 'watchpost',
  updateEvery: 2,
  version: '0.1.0',
}

/** A parent that handles each connection with `serve`. */
async function aParent(serve: (socket: Socket) => void) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    serve(socket)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const connect = (port: number, more: Partial<StreamOptions> = {}, iface?: string, ip = '127.0.0.1') =>
  connectStream({ ip, port, iface }, identity, {
    resolve: async (host) => [host],
    signal: new AbortController().signal,
    ...more,
  })
const reasonOf = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  expect(error).toBeInstanceOf(StreamTrouble)
  return (error as StreamTrouble).reason
}

test('streams to a parent that accepts, from the IP address of the interface, and reports when it closes', async () => {
  const received: string[] = []
  await using parent = await aParent((socket) => {
    socket.on('data', (chunk: Buffer) => received.push(chunk.toString()))
    socket.once('data', () => socket.write('Hit me baby, push them over...'))
  })
  const connection = await connect(parent.port, {}, 'lo')
  expect(connection.source).toBe('127.0.0.1')
  expect(parent.sockets[0]?.remoteAddress).toBe('127.0.0.1')
  expect(connection.write('BEGIN a.b\nEND\n')).toBe(true)
  await expect.poll(() => received.join('')).toContain('\r\n\r\nBEGIN a.b\nEND\n')
  parent.sockets[0]?.end()
  await expect.poll(() => connection.broken.reason).toMatchObject({ reason: 'cut' })
  expect(connection.write('more')).toBe(false)
})

test('distinguishes a wrong key, a rejection, silence, a foreign service and a forbidden target', async () => {
  await using wrong = await aParent((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')),
  )
  expect(await reasonOf(connect(wrong.port))).toBe('wrong_key')
  await using silent = await aParent(() => undefined)
  expect(await reasonOf(connect(silent.port, { replyMs: 100 }))).toBe('silent')
  await using foreign = await aParent((socket) => socket.write('SSH-2.0-x\r\n'))
  expect(await reasonOf(connect(foreign.port))).toBe('not_netdata')
  await using mute = await aParent((socket) => socket.once('data', () => socket.end()))
  expect(await reasonOf(connect(mute.port))).toBe('not_netdata')
  const gone = await aParent(() => undefined)
  await gone[Symbol.asyncDispose]()
  expect(await reasonOf(connect(gone.port))).toBe('refused')
  expect(await reasonOf(connect(1_024, { resolve: async () => ({ refused: 'No.' }) }))).toBe('target')
  expect(await reasonOf(connect(1_024, {}, 'nowhere0'))).toBe('interface')
})

test('gives up on a parent that stops reading, and buffers little until then', async () => {
  await using parent = await aParent((socket) =>
    socket.once('data', () => {
      socket.write('Hit me baby, push them over...')
      socket.pause()
    }),
  )
  const connection = await connect(parent.port, { stalledMs: 50 })
  const megabyte = 'x'.repeat(1024 ** 2)
  let taken = 0
  while (connection.write(megabyte)) taken++
  expect(taken).toBeLessThan(64)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(connection.write('x')).toBe(false)
  expect(connection.broken.reason).toMatchObject({ reason: 'silent' })
})
