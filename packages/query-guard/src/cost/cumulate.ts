/** Weights, summed up in the order of their keys. */
export interface Cumulated {
  /** Of all whose key is less. */
  sumBelow(key: number): number
  /** Of all whose key is less or the same. */
  sumUpTo(key: number): number
  /** The least key such that those below it weigh so much at most; infinite where all together do. */
  keyAfter(weight: number): number
  /** The greatest key such that those above it weigh so much at most; infinite where all together do. */
  keyBefore(weight: number): number
}

/** Sorts once, so that each question takes a few steps however many there are. */
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

/** Without a subtraction: two infinite keys have no difference. */
function compare(one: number, other: number): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** The first of so many indexes for which something is so, given that it is so for all after it. */
function firstThat(count: number, isSo: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(middle)) high = middle
    else low = middle + 1
  }
  return low
}
