import { startTestWatchpost } from '@watchpost/testkit/test-watchpost'
import { expect, test } from 'vitest'

const stream = 'c'.repeat(32)
const alert = (timestamp: string) => ({
  timestamp,
  event_type: 'alert',
  src_ip: '192.0.2.7',
  alert: { severity: 1, signature: timestamp },
})

interface Found {
  hits: { hits: { _id: string; _source: Record<string, unknown> }[] }
}

test('stores events with impossible times at their arrival, flags, lists and counts them, also after a resend', async () => {
  await using watchpost = await startTestWatchpost()
  const claims = ['0001-01-01T00:00:00.000000+0000', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59-1400']
  const honest = new Date(Date.now() - 60_000).toISOString()
  const from = Date.now()
  await watchpost.sendEvents(stream, 0, claims.map(alert))
  const to = Date.now()
  await watchpost.sendEvents(stream, 0, claims.map(alert))
  await watchpost.sendEvents(stream, 3, [alert(honest)])
  await expect.poll(() => watchpost.count('network_events'), { timeout: 60_000 }).toBe(4)

  const answer = await watchpost.call('/api/data/es/search?index=network_events', {
    query: { range: { '@timestamp': { gte: new Date(from).toISOString(), lte: new Date(to).toISOString() } } },
    sort: ['ingest.sequence'],
  })
  const found = (answer.body as unknown as Found).hits.hits.map(({ _source }) => _source)
  expect(found.map(({ timestamp_claimed }) => timestamp_claimed)).toEqual(claims)
  expect(found.map(({ clock_fault }) => clock_fault)).toEqual(['old', 'old', 'ahead'])
  for (const document of found) {
    expect(document).toMatchObject({
      '@timestamp': document.timestamp_received,
      timestamp_detected: document.timestamp_received,
    })
  }
  const flagged = { query: { terms: { clock_fault: ['old', 'ahead'] } } }
  expect(await watchpost.count('network_events', flagged)).toBe(3)

  const listed = async () => (await watchpost.get('/api/alerts')).body as unknown as { timestamp_claimed?: string }[]
  await expect.poll(async () => (await listed()).length, { timeout: 60_000 }).toBe(4)
  const rows = (await listed()).map(({ timestamp_claimed }) => timestamp_claimed)
  expect(rows.filter((claimed) => claimed !== undefined).toSorted()).toEqual(claims.toSorted())

  await expect
    .poll(async () => (await watchpost.get('/api/probes/7')).body.clock_corrections, { timeout: 60_000 })
    .toMatchObject({ ahead: 1, old: 2 })
})
