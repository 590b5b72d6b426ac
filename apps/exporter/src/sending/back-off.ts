const FIRST_MS = 500
const CAP_MS = 30_000

/** How long to wait before the next attempt: doubling to half a minute, half of it by chance so that exports spread out. */
export function backOffMs(failures: number, random: number): number {
  const full = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(Math.max(0, failures - 1), 16))
  return Math.round(full / 2 + (full / 2) * random)
}
