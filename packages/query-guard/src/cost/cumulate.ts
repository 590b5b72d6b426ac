/** Cumulative weights in key order. */
export interface Cumulated {
  /** The sum of all with a smaller key. */
  sumBelow(key: number): number
  /** The sum of all with a smaller or equal key. */
  sumUpTo(key: number): number
  /** The smallest key such that all below it weigh at most this; infinite if all together do. */
  keyAfter(weight: number): number
  /** The greatest key such that all above it weigh at most this; infinite if all together do. */
  keyBefore(weight: number): number
}

/** Sorts once, so that each lookup is a binary search. */
export function cumulate<T>(items: readonly T[], keyOf: (item: T) => number, weightOf: (item: T) => number): Cumulated {
  const sorted = items.toSorted((one, other) => compare(keyOf(one), keyOf(other)))
  const keys = Float64Array.from(sorted, keyOf)
  const sums = new Float64Array(sorted.length + 1)
  for (const [index, item] of sorted.entries()) sums[index + 1] = (sums[index] ?? 0) + weightOf(item)
  const total = sums[sorted.length] ?? 0
  const sumOf = (count: number) => sums[count] ?? total
  return {
    sumBelow: (key) => sumOf(firstThat(keys.length, (index) => (keys[index] ?? 0) >= key)),
    sumUpTo: (key) => sumOf(firstThat(keys.length, (index) => (keys[index] ?? 0) > key)),
    keyAfter: (weight) => keys[firstThat(keys.length, (index) => sumOf(index + 1) > weight)] ?? Infinity,
    keyBefore: (weight) => keys[firstThat(keys.length, (index) => total - sumOf(index + 1) <= weight)] ?? -Infinity,
  }
}

/** Without a subtraction: the difference of two infinite keys is NaN. */
function compare(one: number, other: number): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** The first index for which a monotonic condition holds. */
function firstThat(count: number, isSo: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(middle)) high = middle
    else low = middle + 1
  }
  return low
}
