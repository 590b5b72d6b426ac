import { connect, createServer, type Socket } from 'node:net'

/**
 * A proxy between probes and gateways: spreads connections over them, skips a dead one, and can break all connections.
 */
export async function startTcpProxy(targets: readonly number[]) {
  const open = new Set<Socket>()
  let turn = 0
  let isCut = false

  function join(incoming: Socket, attempt: number): void {
    const outgoing = connect(targets[(turn + attempt) % targets.length] as number, '127.0.0.1')
    let isJoined = false
    outgoing.once('connect', () => {
      isJoined = true
      incoming.pipe(outgoing).pipe(incoming)
    })
    outgoing.on('error', () => {
      if (!isJoined && attempt + 1 < targets.length) join(incoming, attempt + 1)
      else incoming.resetAndDestroy()
    })
    outgoing.on('close', () => isJoined && incoming.destroy())
    incoming.on('close', () => outgoing.destroy())
  }

  const server = createServer((incoming) => {
    open.add(incoming)
    incoming.on('close', () => open.delete(incoming))
    incoming.on('error', () => undefined)
    if (isCut) {
      incoming.resetAndDestroy()
      return
    }
    turn++
    join(incoming, 0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()

  return {
    port: address && typeof address === 'object' ? address.port : 0,
    /** Resets every connection; returns how many. */
    resetAll(): number {
      const count = open.size
      for (const socket of open) socket.resetAndDestroy()
      return count
    },
    /** Resets every connection and accepts no new one until restored. */
    cut(): void {
      isCut = true
      for (const socket of open) socket.resetAndDestroy()
    },
    mend(): void {
      isCut = false
    },
    stop(): void {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>
