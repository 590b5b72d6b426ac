import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A proxy between an exporter and a receiver that breaks connections in every way a network can. */
export async function startBreaker(target: number) {
  const pairs = new Set<{ near: Socket; far: Socket }>()
  const pace = { isSlow: false }

  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const pair = { near, far }
    pairs.add(pair)
    const drop = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    near.on('error', drop)
    far.on('error', drop)
    near.on('close', drop)
    far.on('close', drop)
    far.on('data', (chunk) => near.write(chunk))
    near.on('data', (chunk: Buffer) => {
      near.pause()
      void pass(chunk, far).then(() => near.resume())
    })
    near.on('end', () => far.end())
    far.on('end', () => near.end())
  })

  async function pass(chunk: Buffer, far: Socket): Promise<void> {
    let at = 0
    while (pace.isSlow && at < chunk.length && !far.destroyed) {
      far.write(chunk.subarray(at, at + 1))
      at++
      await sleep(1_000)
    }
    if (at >= chunk.length || far.destroyed) return
    if (!far.write(chunk.subarray(at)))
      await new Promise<void>((resolve) => far.once('drain', resolve).once('close', resolve))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    /** Resets every connection; returns how many. */
    reset(): number {
      const count = pairs.size
      for (const { near, far } of pairs) {
        near.resetAndDestroy()
        far.resetAndDestroy()
      }
      return count
    },
    /** Keeps connections open on the near side and silently drops them on the far side. */
    halfOpen(): void {
      for (const pair of pairs) {
        pairs.delete(pair)
        pair.near.removeAllListeners('data')
        pair.near.pause()
        pair.far.removeAllListeners('end')
        pair.far.removeAllListeners('close')
        pair.far.destroy()
      }
    },
    /** Passes one byte per second for a while. */
    async slow(milliseconds: number): Promise<void> {
      pace.isSlow = true
      await sleep(milliseconds)
      pace.isSlow = false
    },
    stop(): void {
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
      server.close()
    },
  }
}
export type Breaker = Awaited<ReturnType<typeof startBreaker>>
