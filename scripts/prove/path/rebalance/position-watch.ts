import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '../../../stack/stack.ts'
import { createEventGroup } from '../lag/event-group.ts'
import { createBackwardMoves } from './backward-moves.ts'

const EVERY_MS = 50

/** Polls the committed positions of the indexers, as a client of the group sees them. */
export function watchPositions(stack: Stack) {
  const group = createEventGroup(stack)
  const seen = createBackwardMoves()
  const stopped = new AbortController()
  const running = (async () => {
    while (!stopped.signal.aborted) {
      // Ignore a failed poll; the commit log has every commit anyway.
      const positions = await group.committed().catch(() => new Map<number, number>())
      for (const [partition, offset] of positions) seen.note(partition, offset)
      await sleep(EVERY_MS)
    }
  })()
  return {
    async stop() {
      stopped.abort()
      await running
      await group.close()
      return seen
    },
  }
}
