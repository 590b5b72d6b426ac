import {
  clusterAlias,
  type connectEngine,
  type CountedAlert,
  createClusterIndex,
  type EngineConfig,
} from '@watchpost/engine'
import { firstPosition } from '@watchpost/model'
import { createScorer, firstPolicy } from '@watchpost/risk'
import { clustersOf } from '../../apps/clusters/src/cluster-documents.ts'
import { createTallies } from '../../apps/clusters/src/tallies.ts'

const AT_ONCE = 1_000
const WRITES = 3
/** Lower than that of the clusters service. */
const VERSION = 1

/**
 * Groups the alerts of a data set into clusters with the code of the clusters service, each day as soon as it is
 * complete and while the next one is generated. (Reading the alerts back from the engine took half as long again.)
 */
export function createClusterBuild(client: ReturnType<typeof connectEngine>, config: EngineConfig) {
  const clusters = createClusterIndex(client, config)
  const scorer = createScorer(firstPolicy)
  const never = new AbortController().signal
  const byDay = new Map<string, CountedAlert[]>()
  let counting = Promise.resolve()
  let total = 0

  async function countDay(day: string, alerts: CountedAlert[]): Promise<void> {
    const underWay = new Set<Promise<unknown>>()
    let batch: ReturnType<typeof clustersOf> = []
    const launch = () => {
      total += batch.length
      const flight: Promise<unknown> = clusters.write(batch, VERSION, never).finally(() => underWay.delete(flight))
      underWay.add(flight)
      batch = []
    }
    for await (const { key, tally } of talliesOf(alerts).ofDay(day, firstPosition)) {
      batch.push(...clustersOf(key, tally, () => scorer))
      if (batch.length < AT_ONCE) continue
      launch()
      while (underWay.size >= WRITES) await Promise.race(underWay)
    }
    launch()
    await Promise.all(underWay)
  }

  const putSettings = (body: object) => client.indices.putSettings({ index: clusterAlias(config.prefix), body })

  return {
    async begin(loading: object): Promise<void> {
      await clusters.create()
      await putSettings(loading)
    },

    /** Adds the list entry of an alert. */
    add(day: string, entry: string): void {
      const alerts = byDay.get(day) ?? []
      alerts.push(countedOf(JSON.parse(entry) as CountedAlert))
      byDay.set(day, alerts)
    },

    /** Signals that no alert of an earlier day follows. Waits only for work that was started before. */
    async reached(day: string): Promise<void> {
      const over = [...byDay].filter(([each]) => each < day)
      if (over.length === 0) return
      await counting
      for (const [each] of over) byDay.delete(each)
      counting = (async () => {
        for (const [each, alerts] of over) await countDay(each, alerts)
      })()
      // The next `await` rethrows; this only prevents an unhandled rejection.
      counting.catch(() => undefined)
    },

    /** Processes the remaining days; returns the number of clusters. */
    async end(usual: object): Promise<number> {
      await this.reached('9')
      await counting
      await putSettings(usual)
      const index = clusterAlias(config.prefix)
      await client.indices.refresh({ index })
      const { body } = await client.count({ index })
      if (body.count !== total) throw new Error(`the engine holds ${body.count} clusters and not ${total}`)
      return total
    },
  }
}
export type ClusterBuild = ReturnType<typeof createClusterBuild>

/** Keeps only the fields that clustering needs, because a whole day is held in memory. */
function countedOf(alert: CountedAlert): CountedAlert {
  const { uuid, type, name, status = 'open', risk, policy_version, probe, src_ip, dest_ip, ingest } = alert
  const counted = { uuid, type, name, status, risk, policy_version, probe, src_ip, dest_ip, ingest }
  return { '@timestamp': alert['@timestamp'], ...counted }
}

function talliesOf(alerts: CountedAlert[]) {
  const inOrder = alerts.toSorted((a, b) => (a['@timestamp'] < b['@timestamp'] ? -1 : 1))
  return createTallies({
    async *scan() {
      yield inOrder
    },
    count: () => Promise.resolve(inOrder.length),
  })
}
