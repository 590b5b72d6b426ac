import {
  clusterAlias,
  type connectEngine,
  createAlertScan,
  createClusterIndex,
  type EngineConfig,
  type ScanRequest,
} from '@watchpost/engine'
import { createScorer, firstPolicy } from '@watchpost/risk'
import { clustersOf } from '../../apps/analyzer/src/cluster-documents.ts'
import { createTallies } from '../../apps/analyzer/src/tallies.ts'

const PARTITIONS = 12
const AT_ONCE = 1_000
const WRITES = 3

export interface ClusterBuild {
  days: readonly string[]
  /** Settings of the index while much is written, and afterwards. */
  loading: object
  usual: object
  progress: { say(line: string): void }
}

/** Counts the alerts of a data set into clusters, by the analyzer's own steps. Answers how many there are. */
export async function buildClusters(
  client: ReturnType<typeof connectEngine>,
  config: EngineConfig,
  { days, loading, usual, progress }: ClusterBuild,
): Promise<number> {
  const alerts = createAlertScan(client, config)
  const clusters = createClusterIndex(client, config)
  const never = new AbortController().signal
  const asking = { requestId: 'dataset', signal: never }
  const everything = new Map(Array.from({ length: PARTITIONS }, (_, partition) => [partition, Number.MAX_SAFE_INTEGER]))
  const scorer = createScorer(firstPolicy)
  const tallies = createTallies({
    scan: (request: ScanRequest) => alerts.scan(request, asking),
    count: (request: ScanRequest) => alerts.count(request, asking),
  })
  await clusters.create()
  await putSettings(client, config, loading)
  const underWay = new Set<Promise<void>>()
  let count = 0
  let batch: ReturnType<typeof clustersOf> = []
  const launch = () => {
    count += batch.length
    const flight = clusters.write(batch, never).finally(() => underWay.delete(flight))
    underWay.add(flight)
    batch = []
  }
  for (const day of days) {
    for await (const { key, tally } of tallies.ofDay(day, everything)) {
      batch.push(...clustersOf(key, tally, () => scorer))
      if (batch.length < AT_ONCE) continue
      launch()
      while (underWay.size >= WRITES) await Promise.race(underWay)
    }
    progress.say(`Counted ${day}: ${count} clusters so far.`)
  }
  launch()
  await Promise.all(underWay)
  await putSettings(client, config, usual)
  return count
}

async function putSettings(
  client: ReturnType<typeof connectEngine>,
  { prefix }: EngineConfig,
  settings: object,
): Promise<void> {
  await client.indices.putSettings({ index: clusterAlias(prefix), body: settings })
}
