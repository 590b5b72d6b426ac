import {
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
const AT_ONCE = 2_000

/** Counts the alerts of a data set into clusters, by the analyzer's own steps. Answers how many there are. */
export async function buildClusters(
  client: ReturnType<typeof connectEngine>,
  config: EngineConfig,
  days: readonly string[],
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
  let count = 0
  let batch: ReturnType<typeof clustersOf> = []
  for (const day of days) {
    for await (const { key, tally } of tallies.ofDay(day, everything)) {
      batch.push(...clustersOf(key, tally, () => scorer))
      if (batch.length < AT_ONCE) continue
      count += batch.length
      await clusters.write(batch, never)
      batch = []
    }
  }
  await clusters.write(batch, never)
  return count + batch.length
}
