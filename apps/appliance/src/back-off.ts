const FIRST_MS = 250
const CAP_MS = 10_000

/** How long to wait before the next start: doubling to ten seconds, half of it by chance so that copies spread out. */
export function backOffMs(failures: number, random: number): number {
  const full = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16))
  return Math.round(full / 2 + (full / 2) * random)
}
