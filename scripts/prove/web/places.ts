import type { Asker } from '../alerts/http.ts'

/** The pages by name, each at a URL where it has data. */
export type Places = Readonly<Record<PlaceName, string>>

export const placeNames = ['overview', 'alerts', 'alert', 'clusters', 'cluster', 'search', 'coverage'] as const
export type PlaceName = (typeof placeNames)[number]

/** A time without any data. */
export const nowhere = 'from=2001-01-01&to=2001-01-02'

/** Finds data for each page. */
export async function findPlaces(asker: Asker, base: string): Promise<Places> {
  const { body: alerts } = await asker.ask<{ uuid: string }[]>(base, '/api/alerts?limit=1&sort_by=risk_desc')
  const { body: clusters } = await asker.ask<{ id: string }[]>(
    base,
    '/api/alerts/clusters?limit=1&sort_by=risk_desc&frequency=day',
  )
  const [alert, cluster] = [alerts[0], clusters[0]]
  if (!alert || !cluster) throw new Error('there is nothing to look at')
  const ofCluster = new URLSearchParams({ id: cluster.id, frequency: 'day', type_ip: 'src' })
  return {
    overview: '/ui/?from=now-2d&to=now',
    alerts: `/ui/alerts?from=now-2d&to=now&status=all&open=${alert.uuid}`,
    alert: `/ui/alert?id=${alert.uuid}`,
    clusters: '/ui/clusters?from=now-2d&to=now&frequency=hour',
    cluster: `/ui/cluster?${ofCluster.toString()}`,
    search: '/ui/search?from=now-2d&to=now',
    coverage: '/ui/coverage?from=now-2d&to=now',
  }
}
