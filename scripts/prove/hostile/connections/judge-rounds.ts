/** The resources of a process at the end of a round, after the attackers left. */
export interface Held {
  descriptors: number
  mebibytes: number
  closeWait: number
  /** Connections with attackers. */
  attackers: number
}

export interface RoundFigures extends Held {
  /** The time until everything was back at the baseline. */
  settledSeconds: number
}

export const SETTLED_WITHIN_SECONDS = 60
const MORE_DESCRIPTORS = 10
const MORE_MEBIBYTES = 48

/** Whether a process is back at the baseline. */
export function isSettled(held: Held, baseline: Held): boolean {
  return excesses(held, baseline).length === 0
}

/**
 * Describes what grew. The baseline is the end of a warm-up round, when caches and pools are full. No round may end
 * above it, nor above the previous round.
 */
export function judgeRounds(baseline: Held, rounds: readonly RoundFigures[]): string[] {
  return rounds.flatMap((round, index) => {
    const before = rounds[index - 1] ?? baseline
    const number = index + 1
    return [
      ...excesses(round, baseline).map((text) => `round ${number}: ${text}`),
      ...(round.mebibytes - before.mebibytes > MORE_MEBIBYTES
        ? [`round ${number}: ${before.mebibytes} MiB became ${round.mebibytes}`]
        : []),
      ...(round.settledSeconds > SETTLED_WITHIN_SECONDS
        ? [`round ${number}: settled after ${Math.round(round.settledSeconds)} s`]
        : []),
    ]
  })
}

function excesses(held: Held, baseline: Held): string[] {
  const texts: string[] = []
  if (held.descriptors > baseline.descriptors + MORE_DESCRIPTORS)
    texts.push(`${held.descriptors} descriptors, ${baseline.descriptors} before`)
  if (held.mebibytes > baseline.mebibytes + MORE_MEBIBYTES)
    texts.push(`${held.mebibytes} MiB, ${baseline.mebibytes} before`)
  if (held.closeWait > 0) texts.push(`${held.closeWait} connections in CLOSE-WAIT`)
  if (held.attackers > 0) texts.push(`${held.attackers} connections of attackers`)
  return texts
}
