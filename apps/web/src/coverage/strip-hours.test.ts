import { expect, test } from 'vitest'
import { aCause, aCoverage, aCoveredProbe, anHour, at, twoSilent } from './fixtures/a-coverage.ts'
import { stripHours } from './strip-hours.ts'

const states = (coverage: Parameters<typeof stripHours>[0]) =>
  stripHours(coverage).map(({ hour, state }) => [hour.slice(11, 13), state])

test('lists every hour of the range, complete unless it has a cause', () => {
  expect(states(twoSilent(false))).toEqual([
    ['12', 'complete'],
    ['13', 'complete'],
    ['14', 'incomplete'],
    ['15', 'complete'],
  ])
  expect(stripHours(twoSilent(false))[2]).toMatchObject({ isSilent: true, words: '2 probes silent' })
})

test('makes no claim for hours before recording began, before a probe was first seen, or without a probe', () => {
  const known_from = at('12:30')
  expect(states(aCoverage({ known_from })).map(([, state]) => state)).toEqual([
    'unknown',
    'complete',
    'complete',
    'complete',
  ])
  const ofProbe = aCoverage({ expected_from: at('13:30') })
  expect(states(ofProbe).map(([, state]) => state)).toEqual(['unknown', 'complete', 'complete', 'complete'])
  const unheard = aCoverage({ expected_from: at('12:00'), probe_count: 0, causes: [aCause('no_probes')] })
  expect(new Set(states(unheard).map(([, state]) => state))).toEqual(new Set(['unknown']))
})

test('shows for each hour of a probe what arrived and what is wrong', () => {
  const hours = [
    { ...anHour('12:00'), received: 41_208, indexed: 41_208 },
    { ...anHour('13:00', { missing: 1, silent_seconds: 600, silent_probes: 1 }), received: 7, indexed: 7 },
  ]
  const probes = [aCoveredProbe(5, { hours })]
  expect(stripHours(aCoverage({ expected_from: at('00:00'), probes })).map(({ words }) => words)).toEqual([
    'complete, 41,208 events',
    'silent for 10 min, 1 event missing, 7 events',
    'complete',
    'complete',
  ])
})
