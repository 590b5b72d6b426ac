import { createHash } from 'node:crypto'
import { waitUntil } from '@watchpost/servers'
import type { Stack } from '../../stack/stack.ts'
import { connectToStore } from '../harness/stack/connect-to-store.ts'
import type { Load } from '../harness/load.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import type { Collector } from './receivers/collector.ts'

const WITHIN_MS = 60_000

/** Traces one event and one search through every service involved. The stack traces all of them. */
export async function proveTraces(
  { api, stack }: ProofStack,
  load: Load,
  collector: Collector,
  sinkPort: number,
  report: Report,
  seed: number,
): Promise<void> {
  const set = await api.send('PUT', '/api/exports/syslog/9/general', { hostname: '127.0.0.1', port: sinkPort })
  if (set.status >= 300) throw new Error(`the export was not made: ${set.status}`)
  await untilClustersFollow(stack)
  await load.send(seed, 1_000)
  const body = { size: 1, query: { bool: { must: [{ match: { event_type: 'alert' } }] } } }
  let uuid = ''
  const isStored = await waitUntil(
    async () => {
      const { hits } = await api.search('network_events', body)
      uuid = hits.hits[0]?._id ?? ''
      return uuid !== ''
    },
    { withinMs: WITHIN_MS, everyMs: 500 },
  )
  report.check('an alert was stored', isStored, uuid)

  const traceId = createHash('sha256').update(uuid).digest('hex').slice(0, 32)
  const wanted = ['gateway.receive', 'indexer.index', 'clusters.count', 'exporter.send 9']
  const steps = () => collector.spans.filter((span) => span.traceId === traceId)
  const isWhole = () => wanted.every((name) => steps().some((span) => span.name === name))
  await waitUntil(isWhole, { withinMs: WITHIN_MS, everyMs: 500 })
  const found = steps()
  report.check(
    'one event is followed through gateway, indexer, clusters and exporter',
    isWhole(),
    found.map(({ service, name }) => `${service} ${name}`).join(', '),
  )
  const ids = new Set(found.map(({ spanId }) => spanId))
  const orphans = found.filter(({ parentSpanId }) => parentSpanId !== undefined && !ids.has(parentSpanId))
  report.check('each step has its parent in the trace', found.length > 0 && orphans.length === 0)

  const isSearchTraced = () => {
    const engine = collector.spans.findLast(({ name }) => name === 'engine.search')
    return engine !== undefined && collector.spans.some((span) => span.spanId === engine.parentSpanId)
  }
  report.check(
    'one search is followed through API and engine',
    await waitUntil(isSearchTraced, { withinMs: WITHIN_MS, everyMs: 500 }),
  )
  await api.send('DELETE', '/api/exports/syslog/9')
}

/** At first the clusters service counts whole days at once rather than single events. */
async function untilClustersFollow(stack: Stack): Promise<void> {
  const store = connectToStore(stack)
  const position = store.db.selectFrom('cluster_position').select('epoch')
  const isFollowing = await waitUntil(async () => (await position.execute()).length > 0, {
    withinMs: WITHIN_MS,
    everyMs: 500,
  })
  await store.close()
  if (!isFollowing) throw new Error('the clusters service has not begun')
}
