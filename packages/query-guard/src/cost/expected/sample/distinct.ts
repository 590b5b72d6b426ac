/** How often the values of a field occur in a sample. */
export interface Frequencies {
  /** Values in the sample. */
  values: number
  /** Distinct values, and those of them that occur once and twice. */
  distinct: number
  once: number
  twice: number
  /** For values that occur more than once: cumulative occurrences of the most frequent ones, by their number. */
  frequent: Float64Array
}

/** Counts values that are numbered from 0. */
export function frequenciesOf(counts: ArrayLike<number>): Frequencies {
  let [values, once, twice] = [0, 0, 0]
  const frequent: number[] = []
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] ?? 0
    values += count
    if (count === 1) once += 1
    if (count === 2) twice += 1
    if (count > 1) frequent.push(count)
  }
  const sums = new Float64Array(frequent.length + 1)
  for (const [at, count] of frequent.toSorted((one, other) => other - one).entries()) {
    sums[at + 1] = (sums[at] ?? 0) + count
  }
  return { values, distinct: counts.length, once, twice, frequent: sums }
}

/**
 * Estimates how many distinct values this many values have. The mean of two estimates: one assumes that new values keep
 * coming as at the end of the sample (Heaps' law), which is too many; the other is the larger of the estimators Chao1
 * and GEE, which are too few. More values never give fewer distinct ones.
 */
export function distinctAmong(frequencies: Frequencies, values: number): number {
  const { values: sampled, distinct, once, twice } = frequencies
  // No value repeats in the sample, so all values may be distinct.
  if (once === distinct) return values
  const growth = values / sampled
  const heaps = distinct * growth ** (once / distinct)
  if (growth <= 1) return Math.min(values, heaps)
  const chao = distinct + (once * (once - 1)) / (2 * (twice + 1))
  const gee = distinct - once + once * Math.sqrt(growth)
  const fewest = Math.min(values, Math.max(chao, gee))
  return Math.min(values, Math.max(distinct, Math.sqrt(Math.min(values, heaps) * fewest)))
}

/** The share of values that belong to the `wanted` most frequent of `distinct` distinct ones. */
export function shareOfMostFrequent(frequencies: Frequencies, wanted: number, distinct: number): number {
  const { values, frequent } = frequencies
  if (values === 0 || wanted >= distinct) return 1
  const known = Math.min(wanted, frequent.length - 1)
  const repeated = frequent[frequent.length - 1] ?? 0
  const rest = Math.max(1, distinct - (frequent.length - 1))
  const seen = (frequent[Math.floor(known)] ?? 0) / values
  return Math.min(1, seen + ((1 - repeated / values) * Math.max(0, wanted - known)) / rest)
}
