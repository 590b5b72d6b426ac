import { settingsFrom } from '@watchpost/contract'
import { coverageFindings, coverageStatement } from '@watchpost/model'
import { createCoverageStore, createSettingStore, fleetTotalsOf, type Store } from '@watchpost/store'
import type { Finding } from './finding.ts'

const DAY_MS = 86_400_000
/** Enough for the names that a row shows. */
const limits = { probes: 100, hours: 2_400 }

/** Finds silent probes, and checks whether everything that was sent can be found. */
export async function lookAtCoverage(store: Store, now: () => number = Date.now): Promise<Finding[]> {
  const coverage = createCoverageStore(store)
  const { settings } = await createSettingStore(store, settingsFrom).read()
  const silentSeconds = settings.probe_silent_seconds
  const range = { from: new Date(now() - DAY_MS), to: new Date(now()) }
  const [facts, figures] = await Promise.all([
    coverage.read({ ...range, silentSeconds }),
    coverage.figures(silentSeconds),
  ])
  const day = coverageStatement(range, facts, limits)
  const { silentProbes, late, missing, givenUp, deadLettered } = fleetTotalsOf(figures)
  return coverageFindings({
    probes: facts.probes,
    silentNames: day.affected.filter(({ silences }) => silences.some(({ isOpen }) => isOpen)).map(({ fqdn }) => fqdn),
    open: { silentProbes, late, missing: missing - givenUp, deadLettered },
    day,
  })
}
