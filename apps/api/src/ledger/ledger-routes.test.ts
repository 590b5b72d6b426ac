import { ledgerLimits } from '@watchpost/contract'
import type { LedgerStream } from '@watchpost/store'
import { expect, test } from 'vitest'
import { anApi, asOperator } from '../../test/an-api.ts'

const aStream: LedgerStream = {
  stream: 'a'.repeat(32),
  beganAt: new Date('2026-11-14T08:00:00Z'),
  changedAt: new Date('2026-11-14T09:00:00Z'),
  nextSequence: 30,
  received: 20,
  indexed: 12,
  deadLettered: 1,
  expired: 3,
  waiting: 4,
  missing: 6,
  abandoned: 4,
  receivedRanges: [
    [0, 9],
    [20, 29],
  ],
  indexedRanges: [
    [0, 8],
    [20, 22],
  ],
  deadRanges: [[9, 9]],
  expiredRanges: [[23, 25]],
  missingRanges: [[10, 15]],
  abandonedRanges: [{ first: 16, last: 19, reason: 'the file was cut' }],
}
const totals = { received: 20, indexed: 12, dead_lettered: 1, expired: 3, waiting: 4, missing: 6, abandoned: 4 }

test('the ledger of a probe accounts for every sequence number', async () => {
  await using api = await anApi({ ledger: { streams: [aStream], ends: new Map([[3, 52]]) } })
  const answer = await api.app.inject({ url: '/api/probes/7/ledger', headers: asOperator })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    probe: { id: 7, fqdn: 'probe-07.example.test' },
    totals,
    streams: [
      {
        stream: aStream.stream,
        began_at: '2026-11-14T08:00:00.000Z',
        changed_at: '2026-11-14T09:00:00.000Z',
        next_sequence: 30,
        received: [
          [0, 9],
          [20, 29],
        ],
        indexed: [
          [0, 8],
          [20, 22],
        ],
        dead_lettered: [[9, 9]],
        gaps: [
          { first: 10, last: 15, count: 6, state: 'open', reason: null },
          { first: 16, last: 19, count: 4, state: 'abandoned', reason: 'the file was cut' },
          { first: 23, last: 25, count: 3, state: 'expired', reason: 'No longer kept when it was to be stored.' },
        ],
        waiting: 4,
        is_truncated: false,
      },
    ],
    exports: [{ id: 1, behind: 12 }],
    is_truncated: false,
  })
})

test('returns an empty ledger for a probe that sent nothing, and null lags while the log is unavailable', async () => {
  await using api = await anApi()
  const answer = await api.app.inject({ url: '/api/probes/8/ledger', headers: asOperator })
  expect(answer.json()).toMatchObject({ totals: { received: 0 }, streams: [], exports: [{ id: 1, behind: null }] })
  const absent = await api.app.inject({ url: '/api/probes/9/ledger', headers: asOperator })
  expect([absent.statusCode, absent.json().type]).toEqual([404, '/problems/not-found'])
})

test('limits streams and ranges of an answer, and says so', async () => {
  const ranges = Array.from({ length: ledgerLimits.ranges + 1 }, (_, index) => [2 * index, 2 * index] as const)
  const streams = Array.from({ length: ledgerLimits.streams + 1 }, () => ({ ...aStream, receivedRanges: ranges }))
  await using api = await anApi({ ledger: { streams } })
  const body = (await api.app.inject({ url: '/api/probes/7/ledger', headers: asOperator })).json()
  expect([body.is_truncated, body.streams.length]).toEqual([true, ledgerLimits.streams])
  expect([body.streams[0].is_truncated, body.streams[0].received.length]).toEqual([true, ledgerLimits.ranges])
})

test('the ledger of all probes contains the totals and those of each probe', async () => {
  await using api = await anApi({ ledger: { streams: [aStream] } })
  const answer = await api.app.inject({ url: '/api/ledger', headers: asOperator })
  expect(answer.json()).toMatchObject({
    totals,
    gaps: 1,
    probes: [{ id: 7, fqdn: 'probe-07.example.test', ...totals }],
    is_truncated: false,
  })
})

const showing = [
  ['POST', '/api/data/es/search'],
  ['POST', '/api/data/es/count'],
  ['GET', '/api/alerts'],
  ['POST', '/api/alerts'],
  ['GET', '/api/alerts/clusters'],
  ['POST', '/api/alerts/clusters'],
] as const

test.each(showing)('%s %s returns how many events are pending and how many are missing', async (method, url) => {
  await using api = await anApi({ ledger: { newest: { waiting: 12, missing: 3 } } })
  const { headers, statusCode } = await api.app.inject({ method, url, headers: asOperator })
  expect([statusCode, headers['watchpost-lag'], headers['watchpost-gaps']]).toEqual([200, '12', '3'])
})

const day = { from: Date.parse('2026-11-14T00:00:00.000Z'), to: Date.parse('2026-11-14T23:59:59.999Z') }
const range = { gte: '2026-11-14T00:00:00.000Z', lte: '2026-11-14T23:59:59.999Z' }
const dates = { date_from: '2026-11-14', date_to: '2026-11-14' }
const query = { query: { range: { '@timestamp': range } } }

test.each([
  ['POST', '/api/data/es/search', query],
  ['POST', '/api/data/es/count', query],
  ['GET', `/api/alerts?${new URLSearchParams(dates).toString()}`, undefined],
  ['POST', '/api/alerts', dates],
  ['GET', `/api/alerts/clusters?${new URLSearchParams(dates).toString()}`, undefined],
  ['POST', '/api/alerts/clusters', dates],
] as const)('%s %s returns it for the requested range', async (method, url, payload) => {
  const spans: unknown[] = []
  await using api = await anApi({
    ledger: { newest: { waiting: 0, missing: 0 }, onSpan: (span) => void spans.push(span) },
  })
  const { statusCode } = await api.app.inject({ method, url, headers: asOperator, ...(payload && { payload }) })
  expect([statusCode, spans]).toEqual([200, [day]])
})

test('omits unknown figures, and sends no header on routes without events', async () => {
  await using unknown = await anApi()
  const search = await unknown.app.inject({ method: 'POST', url: '/api/data/es/search', headers: asOperator })
  expect([search.statusCode, search.headers['watchpost-lag']]).toEqual([200, undefined])
  await using known = await anApi({ ledger: { newest: { waiting: 12, missing: 3 } } })
  const version = await known.app.inject({ url: '/api/version', headers: asOperator })
  expect([version.statusCode, version.headers['watchpost-lag']]).toEqual([200, undefined])
})
