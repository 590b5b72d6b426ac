import { expect, test } from 'vitest'
import { blindSpansOf, blindWords, hatchedSpans } from './blind-spans.ts'
import { aCause, aCoverage, anHour, at, twoSilent } from './fixtures/a-coverage.ts'

const ms = (time: string) => Date.parse(at(time))
const axis = { from: ms('12:00'), to: ms('16:00') }
const times = (spans: readonly { from: number; to: number; kind: string }[]) =>
  spans.map(({ from, to, kind }) => [
    new Date(from).toISOString().slice(11, 16),
    new Date(to).toISOString().slice(11, 16),
    kind,
  ])

test('does not hatch a complete range', () => {
  expect(blindSpansOf(aCoverage())).toEqual([])
})

test('hatches each silence once, from its start to its end', () => {
  const spans = blindSpansOf(twoSilent(false))
  expect(times(hatchedSpans(spans, axis))).toEqual([['14:00', '14:35', 'blind']])
  expect(blindWords(spans, { from: ms('14:30'), to: ms('15:00') })).toEqual([
    'probe-05.example.test silent',
    'probe-02.example.test silent',
  ])
  expect(blindWords(spans, { from: ms('14:35'), to: ms('15:00') })).toEqual([])
})

test('hatches hours with losses as partial, except during a silence and in the future', () => {
  const hours = [anHour('13:00', { missing: 3 }), anHour('14:00', { dropped_packets: 1 }), anHour('15:00', { late: 2 })]
  const spans = blindSpansOf({ ...twoSilent(false), hours })
  expect(times(hatchedSpans(spans, axis))).toEqual([
    ['13:00', '14:00', 'partial'],
    ['14:00', '14:35', 'blind'],
    ['14:35', '15:20', 'partial'],
  ])
  expect(blindWords(spans, { from: ms('13:00'), to: ms('14:00') })).toEqual(['3 events missing'])
})

test('hatches unrecorded times, clipped to the chart', () => {
  const causes = [aCause('unknown', { from: at('12:00'), to: at('13:07') })]
  const spans = blindSpansOf(aCoverage({ state: 'unknown', causes }))
  expect(times(hatchedSpans(spans, { from: ms('12:30'), to: ms('16:00') }))).toEqual([['12:30', '13:07', 'unknown']])
})

test('hatches whole hours for probes that are not listed', () => {
  const cut = aCoverage({ state: 'incomplete', is_truncated: true, hours: [anHour('13:00', { silent_probes: 900 })] })
  expect(times(hatchedSpans(blindSpansOf(cut), axis))).toEqual([['13:00', '14:00', 'blind']])
})
