export type FaultTarget = 'gateway' | 'indexer' | 'broker' | 'engine'

export type Fault =
  | { kind: 'kill'; target: FaultTarget; copy: number; restMs: number }
  | { kind: 'pause'; target: FaultTarget; copy: number; restMs: number; forMs: number }
  | { kind: 'reset'; restMs: number }

export interface FaultCounts {
  /** SIGKILLs per target. */
  kills: number
  /** SIGSTOPs per target. */
  pauses: number
  pauseMs: number
  /** Resets of all connections between probes and gateways. */
  resets: number
}

const targets: readonly FaultTarget[] = ['gateway', 'indexer', 'broker', 'engine']

/** The order of the faults and the pause after each; the same seed gives the same plan. */
export function planFaults(seed: number, { kills, pauses, pauseMs, resets }: FaultCounts): Fault[] {
  const random = createRandom(seed)
  const restMs = () => 500 + Math.floor(random() * 4_000)
  const copy = () => Math.floor(random() * 1_000)
  const faults: Fault[] = [
    ...targets.flatMap((target) => [
      ...Array.from({ length: kills }, (): Fault => ({ kind: 'kill', target, copy: copy(), restMs: restMs() })),
      ...Array.from(
        { length: pauses },
        (): Fault => ({ kind: 'pause', target, copy: copy(), restMs: restMs(), forMs: pauseMs }),
      ),
    ]),
    ...Array.from({ length: resets }, (): Fault => ({ kind: 'reset', restMs: restMs() })),
  ]
  return faults
    .map((fault) => ({ fault, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ fault }) => fault)
}

/** A small seeded generator (mulberry32): good enough for shuffling, and the same everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
