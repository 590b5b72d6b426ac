/**
 * Creates a back-off function: the delay doubles with each failure in a row up to a limit, and half of it is random
 * (`random` is in [0, 1)), so that clients that failed together do not retry together.
 */
export function createBackOff({ firstMs, mostMs }: { firstMs: number; mostMs: number }) {
  return (failures: number, random: number): number => {
    const full = Math.min(mostMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), 16))
    return Math.round(full / 2 + (full / 2) * random)
  }
}
