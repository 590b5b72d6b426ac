import { BLOCK_EVENTS, makeBlock } from './block.ts'
import type { Frame } from './frame.ts'
import { createMix } from './mix.ts'
import { createRandom } from './random.ts'
import type { WireEvent } from './wire-event.ts'

/** Separates the random numbers of stream ids from all others. */
const STREAM = 0x57e4
const KEPT_BLOCKS = 64

/** The stream of a probe under a seed: 32 hexadecimal digits, the same in every run. */
export function streamOf(seed: number, probe: number): string {
  return createRandom(seed, probe, STREAM).hex(32)
}

/** Generates the events of a frame, from any position. */
export function createGenerator(frame: Frame) {
  const mix = createMix(frame.kinds)
  // Batches that do not end with a block need the rest of it later.
  const kept = new Map<string, WireEvent[]>()

  function blockOf(probe: number, block: number): WireEvent[] {
    const key = `${probe}/${block}`
    const found = kept.get(key)
    if (found) return found
    const made = makeBlock(frame, mix, probe, block)
    kept.set(key, made)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_BLOCKS && oldest !== undefined) kept.delete(oldest)
    return made
  }

  return {
    /** The events `first` to `first + count - 1` of a probe. */
    events(probe: number, first: number, count: number): WireEvent[] {
      const events: WireEvent[] = []
      while (events.length < count) {
        const sequence = first + events.length
        const block = Math.floor(sequence / BLOCK_EVENTS)
        const from = sequence - block * BLOCK_EVENTS
        events.push(...blockOf(probe, block).slice(from, from + count - events.length))
      }
      return events
    },
  }
}
export type Generator = ReturnType<typeof createGenerator>
