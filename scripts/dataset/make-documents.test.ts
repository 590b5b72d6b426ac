import { expect, test } from 'vitest'
import { datasetKey } from './dataset-parameters.ts'
import { daysBetween } from './days-between.ts'
import { makeDocuments } from './make-documents.ts'

const END = Date.parse('2026-11-14T12:00:00Z')
const parameters = { events: 6_005, alerts: 600, days: 3, seed: 4, probes: 4 }
const made = [...makeDocuments(parameters, END)].flat()

test('makes the requested number of unique documents and alerts', () => {
  expect(made.length).toBe(6_005)
  expect(new Set(made.map(({ document }) => document.id)).size).toBe(6_005)
  expect(Math.abs(made.filter(({ row }) => row).length - 600)).toBeLessThanOrEqual(parameters.probes * 2)
})

test('spreads documents evenly over the days, with one generation per day', () => {
  const days = daysBetween(END - 3 * 86_400_000, END)
  expect(days).toEqual(['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14'])
  const perDay = Object.groupBy(made, ({ day }) => day)
  expect(Object.keys(perDay).toSorted()).toEqual(days)
  expect(Math.abs((perDay['2026-11-12']?.length ?? 0) - 2_000)).toBeLessThan(200)
})

test('writes the envelope and matches the oracle row', () => {
  for (const { document, row, day, time } of made) {
    const stored = JSON.parse(document.json)
    expect(stored).toMatchObject({ uuid: document.id, '@timestamp': time, probe: { id: document.identity.probeId } })
    expect(time.startsWith(day)).toBe(true)
    expect(stored.timestamp_received > stored.timestamp_analyzed).toBe(true)
    if (row) expect(row).toMatchObject({ id: document.id, index: document.family, time })
  }
})

test('half of the documents arrive a week late, and none in the future', () => {
  const late = [...makeDocuments({ ...parameters, events: 2_000, alerts: 200, lateDays: 7 }, END)].flat()
  expect(new Set(late.map(({ document }) => document.id)).size).toBe(2_000)
  const arrivals = late.map(({ document, time }) => {
    const { timestamp_received: received } = JSON.parse(document.json) as { timestamp_received: string }
    return { at: Date.parse(received), days: Math.round((Date.parse(received) - Date.parse(time)) / 86_400_000) }
  })
  expect(Math.max(...arrivals.map(({ at }) => at))).toBeLessThan(END)
  expect([...new Set(late.map(({ day }) => day))].toSorted()).toEqual(daysBetween(END - 3 * 86_400_000, END))
  expect(arrivals.filter(({ days }) => days === 7).length).toBe(1_000)
  expect(arrivals.filter(({ days }) => days === 0).length).toBe(1_000)
})

test('can make every document an alert', () => {
  const alone = [...makeDocuments({ ...parameters, events: 2_000, alerts: 2_000 }, END)].flat()
  expect(alone.every(({ row }) => row?.alert)).toBe(true)
})

test('the key changes with the parameters and the code', () => {
  expect(datasetKey(parameters)).toMatch(/^6005-events-600-alerts-3-days-4-probes-seed-4-[0-9a-f]{8}$/)
  expect(datasetKey({ ...parameters, lateDays: 7 })).toContain('-3-days-half-7-late-4-probes-')
})
