import { createHash } from 'node:crypto'
import { startTestWatchpost } from '@watchpost/testkit/test-watchpost'
import { expect, test } from 'vitest'

const stream = 'c'.repeat(32)
const event = (n: number) => ({
  timestamp: new Date(1_794_646_800_000 + n).toISOString(),
  event_type: 'flow',
  flow_id: n,
})
const events = (first: number, count: number) => Array.from({ length: count }, (_, index) => event(first + index))
const within = { timeout: 60_000, interval: 250 }

test('the ledger is exact with batches out of order, a closed gap, abandoned ranges and dead letters', async () => {
  await using watchpost = await startTestWatchpost()
  const ledger = async () => (await watchpost.get('/api/probes/7/ledger')).body
  const totals = async () => (await ledger()).totals
  const coverage = async () => (await watchpost.get('/api/coverage?probe_id=7')).body
  expect(await watchpost.askGateway(`/v1/streams/${stream}`)).toMatchObject({
    status: 200,
    body: { stream, next_sequence: 0, digest: null },
  })

  // Send 20 to 29 first, then 0 to 9 with a line that is not JSON and one that is too large: 10 to 19 are missing.
  expect((await watchpost.sendEvents(stream, 20, events(20, 10))).status).toBe(200)
  const tooLarge = { ...event(5), padding: 'x'.repeat(1024 ** 2) }
  const first = [...events(0, 3), '{"broken":', event(4), tooLarge, ...events(6, 4)]
  expect((await watchpost.sendEvents(stream, 0, first)).status).toBe(200)
  const settled = { indexed: 18, dead_lettered: 2, expired: 0, waiting: 0, missing: 10, abandoned: 0 }
  await expect.poll(totals, within).toEqual({ received: 20, ...settled })
  expect(await ledger()).toMatchObject({
    probe: { id: 7, fqdn: 'probe-07.example.test' },
    streams: [
      {
        stream,
        next_sequence: 30,
        received: [
          [0, 9],
          [20, 29],
        ],
        dead_lettered: [
          [3, 3],
          [5, 5],
        ],
        gaps: [{ first: 10, last: 19, count: 10, state: 'open', reason: null }],
        waiting: 0,
      },
    ],
  })

  const covered = await coverage()
  const counts = { late: 0, missing: 10, dead_lettered: 2, expired: 0 }
  expect(covered).toMatchObject({ state: 'incomplete', ...counts })
  // All events arrived within one hour or two consecutive hours.
  const [{ hours }] = covered.probes as [{ hours: { received: number; indexed: number }[] }]
  expect(hours.reduce((sum, { received }) => sum + received, 0)).toBe(20)
  expect(hours.reduce((sum, { indexed }) => sum + indexed, 0)).toBe(18)

  // Half of the gap is abandoned, and the other half arrives. One abandoned event arrives too.
  const lost = { first: 10, last: 14, reason: 'the spool was damaged' }
  expect((await watchpost.askGateway(`/v1/streams/${stream}/abandoned`, { ranges: [lost] })).status).toBe(204)
  expect(await totals()).toMatchObject({ missing: 5, abandoned: 5 })
  await watchpost.sendEvents(stream, 15, events(15, 5))
  await watchpost.sendEvents(stream, 12, events(12, 1))
  // Resending everything adds nothing.
  await watchpost.sendEvents(stream, 0, first)
  await watchpost.sendEvents(stream, 20, events(20, 10))
  const exact = { received: 26, indexed: 24, dead_lettered: 2, expired: 0, waiting: 0, missing: 0, abandoned: 4 }
  await expect.poll(totals, within).toEqual(exact)
  expect(await ledger()).toMatchObject({
    streams: [
      {
        gaps: [
          { first: 10, last: 11, count: 2, state: 'abandoned', reason: lost.reason },
          { first: 13, last: 14, count: 2, state: 'abandoned', reason: lost.reason },
        ],
      },
    ],
  })
  expect((await watchpost.get('/api/ledger')).body).toMatchObject({ totals: exact, gaps: 0, probes: [{ id: 7 }] })
  expect((await watchpost.get('/api/probes/7')).body).toMatchObject({ ledger: { received: 26, missing: 0 } })
  await expect.poll(() => watchpost.count('network_events'), within).toBe(24)
  // The abandoned events never arrived.
  const lasting = { probe_count: 1, late: 0, missing: 4, dead_lettered: 2, silent_seconds: 0 }
  await expect.poll(coverage, within).toMatchObject(lasting)

  const digest = createHash('sha256')
    .update(JSON.stringify(event(29)))
    .digest('hex')
  expect((await watchpost.askGateway(`/v1/streams/${stream}`)).body).toEqual({ stream, next_sequence: 30, digest })
  const told = async () => (await watchpost.get('/api/alerts')).headers
  await expect.poll(told, within).toMatchObject({ 'watchpost-lag': '0', 'watchpost-gaps': '0' })
  await watchpost.deadLetters.stop()
})

test('refuses a batch that starts too far ahead as stream-torn, and stores and counts nothing of it', async () => {
  await using watchpost = await startTestWatchpost()
  const refused = await watchpost.sendEvents(stream, 1_000_001, events(0, 1))
  expect(refused).toMatchObject({ status: 409, body: { type: '/problems/stream-torn' } })
  const far = { first: 0, last: 2_000_000, reason: 'lost' }
  expect(await watchpost.askGateway(`/v1/streams/${stream}/abandoned`, { ranges: [far] })).toMatchObject({
    status: 409,
  })
  expect(await watchpost.askGateway(`/v1/streams/${stream}/abandoned`, { ranges: [] })).toMatchObject({
    status: 400,
    body: { type: '/problems/invalid-request' },
  })
  expect((await watchpost.askGateway('/v1/streams/nothing')).status).toBe(400)
  expect((await watchpost.get('/api/ledger')).body).toMatchObject({ totals: { received: 0, missing: 0 }, probes: [] })
})
