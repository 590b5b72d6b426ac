import { setTimeout as sleep } from 'node:timers/promises'
import { createGenerator } from '../../../../apps/simulate/src/generate/generator.ts'
import { type Batch, makeBatch } from '../../../../apps/simulate/src/send/batch.ts'
import { createGatewayClient } from '../../../../apps/simulate/src/send/gateway-client.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { ALL_INDEXES } from '../../harness/judge.ts'
import type { FleetProbe } from '../agents/fleet.ts'
import { randomStream } from '../gateway-call.ts'

const BATCH_EVENTS = 100
const LOOK_EVERY_MS = 100
const PATIENCE_MS = 60_000
/** An event arrives after it is sent, by the same clock. */
const MARGIN_MS = 1_000

/** Sends at a steady rate and polls which events are searchable; returns milliseconds, one value per batch. */
export async function measureFreshness(
  api: ApiClient,
  probe: FleetProbe,
  { gateway, ca, perSecond, seconds }: { gateway: string; ca: string; perSecond: number; seconds: number },
): Promise<number[]> {
  const stream = randomStream()
  const client = createGatewayClient({ url: gateway, ca, ...probe, connections: 4, timeoutMs: 30_000 })
  const lap = Math.ceil(perSecond * seconds)
  const generator = createGenerator({ seed: 9, firstRunAt: Date.now(), hours: 1, lap, late: 0, alertShare: 0.02 })
  const sender = { id: probe.id, fqdn: probe.fqdn, stream }
  const count = Math.floor((perSecond * seconds) / BATCH_EVENTS)
  const waiting: Array<{ last: number; sentAt: number }> = []
  const times: number[] = []
  const sent = new AbortController()

  async function deliver(batch: Batch): Promise<void> {
    const { kind } = await client.send(batch)
    if (kind !== 'acknowledged') throw new Error(`a batch was ${kind} at half of the load`)
  }
  const sending = (async () => {
    const startedAt = performance.now()
    const flights: Promise<void>[] = []
    for (let turn = 0; turn < count; turn++) {
      const batch = await makeBatch(generator, sender, turn * BATCH_EVENTS, BATCH_EVENTS)
      await sleep(Math.max(0, (turn * BATCH_EVENTS * 1_000) / perSecond - (performance.now() - startedAt)))
      waiting.push({ last: batch.first + batch.count - 1, sentAt: performance.now() })
      flights.push(deliver(batch))
    }
    await Promise.all(flights)
    sent.abort()
  })()
  sending.catch(() => undefined)

  const end = performance.now() + seconds * 1_000 + PATIENCE_MS
  let newest = -1
  while ((!sent.signal.aborted || waiting.length > 0) && performance.now() < end) {
    const oldestAgeMs = waiting[0] ? performance.now() - waiting[0].sentAt : 0
    newest = Math.max(newest, await newestOf(api, stream, Date.now() - oldestAgeMs - MARGIN_MS))
    const seenAt = performance.now()
    while (waiting[0] && waiting[0].last <= newest) times.push(seenAt - (waiting.shift()?.sentAt ?? seenAt))
    await sleep(LOOK_EVERY_MS)
  }
  await sending
  await client.close()
  if (waiting.length > 0) throw new Error(`${waiting.length} batches did not become searchable`)
  return times
}

/** Searches only recent events: searching the whole stream ten times a second would load the engine. */
async function newestOf(api: ApiClient, stream: string, since: number): Promise<number> {
  const late = { range: { timestamp_received: { gte: new Date(since).toISOString() } } }
  const { hits } = await api.search(ALL_INDEXES, {
    size: 1,
    query: { bool: { filter: [{ term: { 'ingest.stream': stream } }, late] } },
    sort: [{ 'ingest.sequence': 'desc' }],
    _source: ['ingest'],
  })
  return (hits.hits[0]?._source.ingest as { sequence: number } | undefined)?.sequence ?? -1
}
