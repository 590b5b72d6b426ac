import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chartLines, sampleLines } from './chart.ts'

const chart = {
  id: 'watchpost.events',
  title: 'Events',
  units: 'events/s',
  family: 'ingest',
  kind: 'line',
  priority: 1_000,
} as const

test('defines a chart with its dimensions, and samples it', () => {
  expect(chartLines(chart, [{ id: 'in', algorithm: 'incremental', divisor: 10, isHidden: true }], 2)).toBe(
    'CHART watchpost.events "" "Events" "events/s" "ingest" "watchpost.events" line 1000 2 "" "watchpost" "exporter"\nDIMENSION in "in" incremental 1 10 "hidden"\n',
  )
  expect(sampleLines('watchpost.events', new Map([['in', 12.4]]), 2_000_123)).toBe(
    'BEGIN watchpost.events 2000123\nSET in = 12\nEND\n',
  )
  expect(sampleLines('a.b', new Map([['x', Number.NaN]]))).toBe('BEGIN a.b\nEND\n')
})

test('any text or number keeps the line format intact', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.double(), (id, title, value) => {
      const defined = chartLines({ ...chart, id, title }, [{ id, name: title, algorithm: 'absolute' }], 1)
      expect(defined.split('\n').map((line) => line.split(' ')[0])).toEqual(['CHART', 'DIMENSION', ''])
      expect(defined.match(/"/g)).toHaveLength(20)
      const sample = sampleLines(id, new Map([[id, value]]))
      expect(sample).toMatch(/^BEGIN [\w.-]*\n(SET [\w.-]* = -?\d+\n)?END\n$/)
    }),
  )
})
