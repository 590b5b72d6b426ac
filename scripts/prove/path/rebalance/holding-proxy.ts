import { connect, createServer, type Socket } from 'node:net'

/**
 * A proxy between one indexer and the engine: while it holds, requests wait and the indexer has a batch in progress.
 */
export async function startHoldingProxy(target: number) {
  const pairs = new Map<Socket, Socket>()
  let isHolding = false

  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1')
    pairs.set(incoming, outgoing)
    outgoing.pipe(incoming)
    if (!isHolding) incoming.pipe(outgoing)
    for (const socket of [incoming, outgoing]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        incoming.destroy()
        outgoing.destroy()
        pairs.delete(incoming)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()

  return {
    port: address && typeof address === 'object' ? address.port : 0,
    hold(): void {
      isHolding = true
      for (const [incoming, outgoing] of pairs) incoming.unpipe(outgoing).pause()
    },
    release(): void {
      if (!isHolding) return
      isHolding = false
      for (const [incoming, outgoing] of pairs) incoming.pipe(outgoing)
    },
    stop(): void {
      for (const incoming of pairs.keys()) incoming.destroy()
      server.close()
    },
  }
}
export type HoldingProxy = Awaited<ReturnType<typeof startHoldingProxy>>
