import { expect, test } from 'vitest'
import { conditionsOf, groupingPatch, parametersOf, probeIdOf, readFilter } from './alert-filter.ts'

const span = { from: Date.parse('2026-11-14T09:00:00Z'), to: Date.parse('2026-11-14T10:00:00Z') }
const filterOf = (text: string) => readFilter(new URLSearchParams(text))

test('lists open alerts, newest first, by default', () => {
  expect(parametersOf(filterOf(''), span)).toEqual({
    status: 'open',
    date_from: '2026-11-14T09:00:00.000Z',
    date_to: '2026-11-14T09:59:59.999Z',
    sort_by: 'date_desc',
  })
})

test('passes the filters in the URL to the listing under the same names', () => {
  const filter = filterOf('severity=1,2&ip=10.0.0.0/8&probe_id=7&risk_min=60&status=all&sort=risk&other=x')
  expect(parametersOf(filter, span)).toMatchObject({
    severity: '1,2',
    ip: '10.0.0.0/8',
    probe_id: 7,
    risk_min: 60,
    sort_by: 'risk_asc',
  })
  expect(conditionsOf(filter)).not.toHaveProperty('status')
  expect(conditionsOf(filter)).not.toHaveProperty('date_from')
  expect(conditionsOf(filter)).not.toHaveProperty('other')
})

test('groups identical alerts, unless single rows are chosen or the list is about one group', () => {
  expect(filterOf('').isGrouped).toBe(true)
  expect(filterOf('rows=single').isGrouped).toBe(false)
  expect(filterOf('group=x').isGrouped).toBe(false)
  expect(groupingPatch(filterOf(''))).toEqual({ rows: 'single' })
  expect(groupingPatch(filterOf('group=x'))).toEqual({ rows: null, group: null })
})

test('passes excluded values to the listing, each filter with all of its values', () => {
  const filter = filterOf('status=all&not_name=A,%20B&not_name=C&not_severity=3&not_risk_min=1')
  expect(filter.excluded).toEqual([
    { name: 'severity', value: '3' },
    { name: 'name', value: 'A, B' },
    { name: 'name', value: 'C' },
  ])
  expect(conditionsOf(filter)).toEqual({ not_severity: ['3'], not_name: ['A, B', 'C'] })
})

test.each([
  ['7', 7],
  ['7,8', undefined],
  ['0', undefined],
  ['99999999999', undefined],
  ['probe', undefined],
])('with the filter probe_id=%s the list shows the coverage of %s', (probe_id, expected) => {
  expect(probeIdOf({ values: { probe_id } })).toBe(expected)
})
