import { hostname } from 'node:os'
import { settingsFrom } from '@watchpost/contract'
import { createCoverageStore, createSettingStore, type Store } from '@watchpost/store'
import type { CoveragePorts } from './coverage-changes.ts'
import { type CoverageHour, coverageHours, statedSpan } from './coverage-hours.ts'

/** Exports that ask within this time share one read. */
const FRESH_MS = 4_000

/** Builds the coverage statements of the last hours. Nothing is read unless an export asks. */
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
        // Do not cache a failure: the next call reads again.
        reading.catch(() => {
          readAt = Number.NEGATIVE_INFINITY
        })
      }
      return reading
    },
  }
}
