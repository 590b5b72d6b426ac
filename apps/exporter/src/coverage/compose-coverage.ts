import { hostname } from 'node:os'
import { settingsFrom } from '@watchpost/contract'
import { createCoverageStore, createSettingStore, type Store } from '@watchpost/store'
import type { CoveragePorts } from './coverage-changes.ts'
import { type CoverageHour, coverageHours, statedSpan } from './coverage-hours.ts'

/** All exports that ask within this time share one reading. */
const FRESH_MS = 4_000

/** Builds what states the last hours. Nothing is read while no export asks. */
export function composeCoverage(store: Store, now: () => number = Date.now): CoveragePorts {
  const coverage = createCoverageStore(store)
  const settings = createSettingStore(store, settingsFrom)
  let reading: Promise<readonly CoverageHour[]> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function read(): Promise<readonly CoverageHour[]> {
    const { probe_silent_seconds: silentSeconds } = (await settings.read()).settings
    return coverageHours(await coverage.read({ ...statedSpan(now()), silentSeconds }))
  }

  return {
    hostname: hostname(),
    hours() {
      if (!reading || now() - readAt > FRESH_MS) {
        readAt = now()
        reading = read()
        // The next one reads again; this only prevents that a failure is kept.
        reading.catch(() => {
          readAt = Number.NEGATIVE_INFINITY
        })
      }
      return reading
    },
  }
}
