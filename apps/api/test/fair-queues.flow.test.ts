import { startTestWatchpost } from '@watchpost/testkit/test-watchpost'
import { expect, test } from 'vitest'

const stream = 'e'.repeat(32)
const within = { timeout: 90_000, interval: 250 }
const ALERTS = 1_000
/** Four run and sixteen wait: a caller with more is told to come back. */
const FLOOD = 20
const SAMPLES = 15

const alertAt = (n: number) => ({
  timestamp: new Date(Date.parse('2026-11-14T09:00:00.412Z') + n * 500).toISOString().replace('Z', '345+0000'),
  event_type: 'alert',
  src_ip: `10.0.${n % 16}.5`,
  src_port: 40_000,
  dest_ip: '198.51.100.2',
  dest_port: 80,
  proto: 'TCP',
  alert: { signature: `SYNTHETIC ${n % 3}`, category: 'Misc activity', severity: 1 + (n % 3), signature_id: n },
})

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function timed(call: () => Promise<{ status: number }>): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now()
  const { status } = await call()
  return { status, ms: performance.now() - startedAt }
}

test('a caller that floods the alert listing delays listings and searches of another one little', async () => {
  await using watchpost = await startTestWatchpost()
  const events = Array.from({ length: ALERTS }, (_, n) => alertAt(n))
  expect((await watchpost.sendEvents(stream, 0, events)).status).toBe(200)
  await expect
    .poll(async () => (await watchpost.get('/api/alerts?total=exact&limit=1')).headers['total-count'], within)
    .toBe(String(ALERTS))

  const made = await watchpost.call('/api/auth/keys', { name: 'collector', scopes: ['alerts:read'] })
  expect(made.status).toBe(201)
  const flooder = { 'api-key': String(made.body.key) }
  const listing = '/api/alerts?limit=500&sort_by=risk_desc&expand=contributions'
  const list = () => timed(() => watchpost.get('/api/alerts?limit=20'))
  const search = () => timed(() => watchpost.call('/api/data/es/search', { size: 10 }))
  await list()
  await search()

  const over = new AbortController()
  const flooding: number[] = []
  const refused: number[] = []
  const flood = Array.from({ length: FLOOD }, async () => {
    while (!over.signal.aborted) {
      const { status, ms } = await timed(() => watchpost.get(listing, flooder))
      if (status === 200) flooding.push(ms)
      else refused.push(status)
    }
  })
  await expect.poll(() => flooding.length, within).toBeGreaterThan(FLOOD)
  const listings: { status: number; ms: number }[] = []
  const searches: typeof listings = []
  for (let turn = 0; turn < SAMPLES; turn++) {
    listings.push(await list())
    searches.push(await search())
  }
  over.abort()
  await Promise.all(flood)

  expect([...listings, ...searches].every(({ status }) => status === 200)).toBe(true)
  expect(refused).toEqual([])
  // The flooder waits for its own requests, the other caller for none. In one queue, both would wait the same. On a busy
  // machine the other caller shares the processor with the requests that run.
  const [flooded, listed, searched] = [flooding, listings.map(({ ms }) => ms), searches.map(({ ms }) => ms)].map(median)
  expect({ flooded, listed, searched }).toSatisfy(
    (all: Record<string, number>) => 1.25 * Math.max(all.listed ?? 0, all.searched ?? 0) < (all.flooded ?? 0),
  )
})
