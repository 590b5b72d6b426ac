import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const DAY_MS = 24 * 3_600_000
const shiftClock = new URL('../shift-clock.ts', import.meta.url).pathname

/** A clock for a stack's indexers, or other services, that a proof moves while they run. */
export function createMovedClock(services: readonly string[] = ['indexer']) {
  const folder = mkdtempSync(join(tmpdir(), 'proof-clock-'))
  const file = join(folder, 'ahead-ms')
  let aheadMs = 0

  function setAheadMs(milliseconds: number): void {
    aheadMs = Math.round(milliseconds)
    // Replace the file atomically: a reader must not see half a number.
    writeFileSync(`${file}.new`, String(aheadMs))
    renameSync(`${file}.new`, file)
  }

  return {
    setAheadMs,
    setAhead: (days: number): void => setAheadMs(days * DAY_MS),
    /** The current day of this clock, for example `2026-11-14`. */
    day: () => new Date(Date.now() + aheadMs).toISOString().slice(0, 10),
    /** Processes started by `work`, and their children, use the clock. */
    async whileSet<T>(work: () => Promise<T>): Promise<T> {
      const settings = {
        NODE_OPTIONS: `--import=${shiftClock}`,
        NODE_PROOF_CLOCK_FILE: file,
        NODE_PROOF_CLOCK_SERVICES: services.join(),
      }
      Object.assign(process.env, settings)
      try {
        return await work()
      } finally {
        for (const name of Object.keys(settings)) delete process.env[name]
      }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
export type MovedClock = ReturnType<typeof createMovedClock>
