import { createServer, type Socket } from 'node:net'
import { startTestWatchpost } from '@watchpost/testkit/test-watchpost'
import { expect, test } from 'vitest'

const KEY = '7f3c1a52-9d0e-4a6b-8c21-5e4f6a7b8c9d'
const path = '/api/exports/metrics'

/** A Netdata parent that accepts one key and keeps what it receives. */
async function aParent() {
  const open = new Set<Socket>()
  let text = ''
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    socket.once('data', (chunk: Buffer) => {
      const isRight = chunk.toString().includes(`key=${KEY}&`)
      if (isRight) socket.write('Hit me baby, push them over...')
      else socket.end('HTTP/1.1 401 Unauthorized\r\n\r\nYou are not permitted to access this.')
      socket.on('data', (more: Buffer) => (text += more.toString()))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    text: () => text,
    connections: () => open.size,
    cut(): void {
      for (const socket of open) socket.resetAndDestroy()
    },
    [Symbol.dispose](): void {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

test('streams metrics as configured at the API, reports errors, recovers and stops', async () => {
  await using watchpost = await startTestWatchpost()
  using parent = await aParent()
  const stateOf = async () => (await watchpost.get(path)).body.state as Record<string, unknown>
  const target = { enabled: true, ip: '127.0.0.1', port: parent.port, iface: 'lo' }
  const within = { timeout: 30_000, interval: 100 }

  await watchpost.call(path, { ...target, key: '00000000-0000-4000-8000-000000000000' })
  await expect.poll(stateOf, within).toMatchObject({ last_error: { reason: 'wrong_key' } })
  await watchpost.call(path, { ...target, key: KEY })
  await expect.poll(stateOf, within).toMatchObject({ status: 'streaming', source_ip: '127.0.0.1' })
  await expect.poll(parent.text, within).toMatch(/CHART system\.cpu [\s\S]*BEGIN system\.cpu \d+\n/)

  parent.cut()
  await expect.poll(parent.connections, within).toBe(1)
  await expect.poll(stateOf, within).toMatchObject({ status: 'streaming', last_error: { reason: 'cut' } })

  await watchpost.call(path, { enabled: false })
  await expect.poll(parent.connections, within).toBe(0)
  await expect.poll(stateOf, within).toMatchObject({ status: 'disabled' })
})
