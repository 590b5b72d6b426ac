import type { CoverageFacts } from '@watchpost/model'
import { expect, test } from 'vitest'
import { coverageChanges } from './coverage-changes.ts'
import { coverageHours, STATED_HOURS } from './coverage-hours.ts'

const HOUR_MS = 3_600_000
const at = new Date('2026-11-14T15:20:04.118Z')
const hour = new Date('2026-11-14T13:00:00.000Z')

function facts(missing: number, more: Partial<CoverageFacts> = {}): CoverageFacts {
  const counts = { received: 10, indexed: 10, deadLettered: 0, expired: 0, givenUp: 0, late: 0 }
  return {
    at,
    knownFrom: new Date('2026-11-01T00:00:00.000Z'),
    probes: 8,
    names: new Map([
      [5, { fqdn: 'probe-05.example.com', isRemoved: false, from: new Date('2026-11-01T00:00:00.000Z') }],
    ]),
    hours: missing > 0 ? [{ probeId: 5, hour, ...counts, missing }] : [],
    silences: [],
    losses: [],
    isTruncated: false,
    ...more,
  }
}

/** Reads one chunk for each look that finds a change; returns hour, state and causes of every message. */
async function readAll(looks: (CoverageFacts | Error)[], isCoverageWanted = () => true) {
  const stop = new AbortController()
  const left = [...looks]
  const messages: { chunk: number; hour: string; state: string; causes: string[] }[] = []
  const hours = async () => {
    const next = left.shift()
    if (left.length === 0) setTimeout(() => stop.abort(), 20)
    if (next instanceof Error) throw next
    return coverageHours(next ?? (looks.at(-1) as CoverageFacts))
  }
  let chunk = 0
  const ports = { hours, hostname: 'watchpost.example.test', lookMs: 1 }
  for await (const { pieces } of coverageChanges(ports, { isCoverageWanted }, stop.signal)) {
    for (const piece of pieces) {
      const event = JSON.parse(piece.look()?.json() ?? '') as {
        hour: string
        state: string
        causes: { cause: string }[]
      }
      messages.push({ chunk, hour: event.hour, state: event.state, causes: event.causes.map(({ cause }) => cause) })
    }
    chunk++
  }
  return messages
}

test('sends every hour of a day first, then each hour that changes', async () => {
  const messages = await readAll([facts(0), facts(0), facts(100), facts(150), facts(0)])
  expect(messages.slice(0, STATED_HOURS).map(({ state }) => state)).toEqual(
    Array.from({ length: STATED_HOURS }, () => 'complete'),
  )
  expect(messages.slice(STATED_HOURS)).toEqual([
    { chunk: 1, hour: hour.toISOString(), state: 'incomplete', causes: ['missing'] },
    { chunk: 2, hour: hour.toISOString(), state: 'complete', causes: [] },
  ])
})

test('sends a new hour when it begins, and no unchanged hours', async () => {
  const later = new Date(at.getTime() + HOUR_MS)
  const messages = await readAll([facts(0), facts(0, { at: later })])
  expect(messages.slice(STATED_HOURS)).toEqual([
    { chunk: 1, hour: '2026-11-14T16:00:00.000Z', state: 'complete', causes: [] },
  ])
})

test('waits while the database is unreachable and then sends what changed', async () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  const messages = await readAll([facts(0), away, facts(100)])
  expect(messages.slice(STATED_HOURS)).toMatchObject([{ state: 'incomplete' }])
})

test('reads nothing for an export that does not include coverage', async () => {
  const stop = AbortSignal.timeout(30)
  const hours = async () => {
    throw new Error('read')
  }
  const ports = { hours, hostname: 'watchpost.example.test', lookMs: 1 }
  const chunks = await Array.fromAsync(coverageChanges(ports, { isCoverageWanted: () => false }, stop))
  expect(chunks).toEqual([])
})

test('reports an hour before coverage was recorded as unknown, with the severity of other messages', async () => {
  const hours = coverageHours(facts(0, { knownFrom: hour }))
  expect(hours.map(({ state }) => state)).toEqual([
    ...Array.from({ length: STATED_HOURS - 3 }, () => 'unknown'),
    'complete',
    'complete',
    'complete',
  ])
})
