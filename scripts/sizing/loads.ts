import type { Load } from './size.ts'

export interface Step {
  name: string
  /** Clusters of this size, each with its own API. */
  clusters: number
  load: Load
}

const usual = { days: 30, exported: 0.02 }

/** The steps of docs/scale.md. Alerts are exported, other events are not. */
export const steps: readonly Step[] = [
  { name: 'small site', clusters: 1, load: { ...usual, probes: 10, events: 500, isReplicated: false } },
  { name: 'one machine', clusters: 1, load: { ...usual, probes: 100, events: 2_000, isReplicated: false } },
  { name: 'first cluster', clusters: 1, load: { ...usual, probes: 1_000, events: 5_000, isReplicated: true } },
  { name: 'one cluster', clusters: 1, load: { ...usual, probes: 10_000, events: 50_000, isReplicated: true } },
  { name: 'many clusters', clusters: 20, load: { ...usual, probes: 10_000, events: 50_000, isReplicated: true } },
]
