import type { OnlookerFigures, SlowCall } from './onlooker-process.ts'

/** What the attackers did from this time on. */
export interface Phase {
  name: 'opening' | 'holding' | 'leaving'
  startedAt: number
}

const SHOWN = 3

/**
 * Describes the slowest calls of each client: the phase, and whether connecting, the handshake or the response was
 * slow.
 */
export function wordsOfSlow(seen: readonly OnlookerFigures[], phases: readonly Phase[]): string[] {
  return seen
    .filter(({ slow }) => slow.length > 0)
    .map(({ name, slow }) => {
      const worst = slow.toSorted((a, b) => b.elapsedMs - a.elapsedMs).slice(0, SHOWN)
      return `  ${name}: ${slow.length} slow; ${worst.map((call) => wordsOf(call, phases)).join('; ')}`
    })
}

function wordsOf({ startedAt, connectedMs, securedMs, elapsedMs }: SlowCall, phases: readonly Phase[]): string {
  const phase = phases.findLast((each) => each.startedAt <= startedAt)
  const when = phase ? `${((startedAt - phase.startedAt) / 1_000).toFixed(1)} s into ${phase.name}` : 'before'
  const steps = [
    ['connected', connectedMs],
    ['secured', securedMs],
    ['answered', elapsedMs],
  ] as const
  const known = steps.filter(([, ms]) => ms !== undefined).map(([step, ms]) => `${step} ${Math.round(ms ?? 0)} ms`)
  return `${when}: ${known.join(', ')}`
}
