import { expect, test } from 'vitest'
import { anAlert } from '../fixtures/an-alert.ts'
import { alertCount, rowOf } from './alert-row.ts'

const times = { first: '2026-11-14T09:00:00.000Z', last: '2026-11-14T10:00:00.000Z' }

test('a group is a row like its first alert, with the highest risk of the group', () => {
  const alert = anAlert({ risk: 30 })
  const row = rowOf({ group: 'g', count: 131, ...times, risk: 90, alert })
  expect(row).toEqual({ ...alert, risk: 90, grouped: { group: 'g', count: 131, ...times } })
  expect(rowOf(alert)).toBe(alert)
})

test('rows stand for all alerts of their groups', () => {
  const group = { group: 'g', count: 131, ...times, risk: 90, alert: anAlert() }
  expect(alertCount([rowOf(group), anAlert()])).toBe(132)
})
