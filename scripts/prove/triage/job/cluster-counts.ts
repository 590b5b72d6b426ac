import { waitUntil } from '@watchpost/servers'
import type { Asker } from '../../alerts/http.ts'
import type { Report } from '../../harness/report.ts'

interface Row {
  self: string
  number_alerts: number
  open: number
  acknowledged: number
  closed: number
}

const CLUSTERS = 100
const statuses = ['open', 'acknowledged', 'closed'] as const

/** The counts of the largest clusters follow the changes of their alerts. */
export async function checkClusterCounts(
  report: Report,
  asker: Asker,
  base: string,
  waiting: { withinMs: number },
): Promise<void> {
  const startedAt = performance.now()
  let wrong: string[] = []
  await waitUntil(async () => (wrong = await wrongClusters(asker, base)).length === 0, { ...waiting, everyMs: 5_000 })
  report.figure('clusters_followed_after_seconds', (performance.now() - startedAt) / 1_000)
  const about = `${CLUSTERS} clusters, ${wrong.length} wrong ${wrong.slice(0, 3).join('; ')}`
  report.check('the counts of clusters follow the status of their alerts', wrong.length === 0, about)
}

async function wrongClusters(asker: Asker, base: string): Promise<string[]> {
  const { body: rows } = await asker.ask<Row[]>(
    base,
    `/api/alerts/clusters?frequency=day&sort_by=number_alerts_desc&limit=${CLUSTERS}`,
  )
  if (rows.length < CLUSTERS) return [`only ${rows.length} clusters`]
  const wrong: string[] = []
  for (const row of rows) {
    const { body } = await asker.ask<{ alerts_link: string }>(base, row.self)
    const filter = body.alerts_link.replace('/api/alerts?', '').replace('&sort_by=risk_desc', '')
    for (const status of statuses) {
      const path = `/api/alerts/summary?${filter}&status=${status}`
      const { total } = (await asker.ask<{ total: number }>(base, path)).body
      if (total === row[status]) continue
      wrong.push(`${row.self}: ${row[status]} ${status}, not ${total}, of ${row.number_alerts} alerts`)
    }
  }
  return wrong
}
