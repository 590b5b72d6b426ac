import { createServer, type Socket } from 'node:net'

/** A receiver for measurements: it records when each event arrived and nothing else. */
export async function startSink() {
  const arrivals = new Map<string, number>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let rest = ''
    socket.setEncoding('latin1')
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (text: string) => {
      const at = performance.now()
      const all = rest + text
      let end = 0
      for (const found of all.matchAll(/ id="([^"]+)"/g)) {
        if (!arrivals.has(found[1] ?? '')) arrivals.set(found[1] ?? '', at)
        end = found.index + found[0].length
      }
      // An id that was split continues in the next chunk.
      rest = all.slice(Math.max(end, all.length - 100))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    arrivals: arrivals as ReadonlyMap<string, number>,
    stop(): void {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
export type Sink = Awaited<ReturnType<typeof startSink>>
