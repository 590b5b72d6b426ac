import { type Settings, settingsFrom } from '@watchpost/contract'
import { createWatch, type Logger } from '@watchpost/runtime'
import { createCoverageStore, fleetTotalsOf, type Store } from '@watchpost/store'
import type { ApiMetrics } from '../api-metrics.ts'
import { createCoverageService } from './coverage-service.ts'
import { type AskedSpan, completenessOf } from './range-completeness.ts'

export interface CoverageNeighbours {
  store: Store
  settings(): Settings | undefined
  metrics: Pick<ApiMetrics, 'watchCoverage'>
  logger: Logger
}

/** The defaults, used until the settings have been read once. */
const firstSettings = settingsFrom(new Map())

/** Builds the coverage service, and the watch on its figures. */
export function composeCoverage({ store, settings, metrics, logger }: CoverageNeighbours) {
  const coverage = createCoverageStore(store)
  const silentSeconds = () => (settings() ?? firstSettings).probe_silent_seconds
  const watch = createWatch('coverage', () => coverage.figures(silentSeconds()), logger)
  metrics.watchCoverage(() => {
    const newest = watch.newest()
    return newest && fleetTotalsOf(newest)
  })
  return {
    watch,
    completeness(span: AskedSpan) {
      const newest = watch.newest()
      return newest && completenessOf(newest, span)
    },
    service: createCoverageService({
      read: (wish) => coverage.read({ ...wish, silentSeconds: silentSeconds() }),
      // Do not use stale figures: they might say that nothing is outstanding.
      open: async () => fleetTotalsOf((watch.isFailing() ? undefined : watch.newest()) ?? (await watch.ask())),
    }),
  }
}
