import { measureCases } from '../../alerts/speed/measure-cases.ts'
import { createPlainAsk } from '../../alerts/speed/plain-ask.ts'
import { openAlerts } from '../../alerts/speed/speed.ts'
import type { RunOptions } from '../../command/proof.ts'
import type { Report } from '../../harness/report.ts'
import { startProofApi } from '../../search/proof-api.ts'
import { acknowledgeEntries, acknowledgeMarks } from './acknowledge-riskiest.ts'
import { triageCases } from './triage-cases.ts'

const DAYS = 30
/** The share of alerts that are acknowledged, from the top of the listing by risk. */
const ACKNOWLEDGED = 0.15

/** Times of what the pages ask, compared with the engine asked directly, while the riskiest alerts are acknowledged. */
export async function checkTriageSpeed(
  report: Report,
  { isSmall, seed, events }: Pick<RunOptions, 'isSmall' | 'seed' | 'events'>,
): Promise<void> {
  const alerts = events ?? (isSmall ? 20_000 : 10_000_000)
  report.step(`${alerts} alerts over ${DAYS} days`)
  await using dataset = await openAlerts({ events: alerts, alerts, days: DAYS, seed, isEntriesOnly: true }, true)
  const { url: engineUrl, meta } = dataset
  const acknowledged = await acknowledgeEntries(engineUrl, Math.floor(alerts * ACKNOWLEDGED))
  report.step(`${acknowledged.length} of them are acknowledged`)
  report.figure('alerts', alerts)
  report.figure('acknowledged', acknowledged.length)
  await using api = await startProofApi({
    engineUrl,
    generations: meta.generations,
    prepare: (store) => acknowledgeMarks(store, acknowledged),
  })
  const ask = await createPlainAsk(api)
  await measureCases(report, { engineUrl, ask, isSmall, isAfresh: true }, triageCases(meta))
}
