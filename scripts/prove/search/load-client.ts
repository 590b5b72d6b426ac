import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LoadOrder, LoadResult } from './load-process.ts'

export type LoadClient = ReturnType<typeof startLoadClient>

/** Generates load from a separate process, one run at a time. */
export function startLoadClient() {
  const child = fork(fileURLToPath(new URL('./load-process.ts', import.meta.url)))
  return {
    async run(order: LoadOrder): Promise<LoadResult> {
      const answer = once(child, 'message')
      child.send(order)
      const [result] = (await answer) as [LoadResult]
      return result
    },
    [Symbol.dispose]: () => void child.kill(),
  }
}
