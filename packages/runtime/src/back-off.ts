/**
 * Makes the rule for how long to wait after so many failures in a row: doubling up to a bound, half of it by chance
 * (`random` is in [0, 1)), so that what failed together does not come back together.
 */
export function createBackOff({ firstMs, mostMs }: { firstMs: number; mostMs: number }) {
  return (failures: number, random: number): number => {
    const full = Math.min(mostMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), 16))
    return Math.round(full / 2 + (full / 2) * random)
  }
}
