import type { FleetHour } from '@watchpost/store'
import { expect, test } from 'vitest'
import { completenessOf, spanOf } from './range-completeness.ts'

const anHour = (hour: string, waiting: number, missing: number): FleetHour => {
  const nothing = { late: 0, givenUp: 0, deadLettered: 0, expired: 0, dropped: 0 }
  return { hour: new Date(`2026-11-17T${hour}:00:00Z`), waiting, missing, ...nothing }
}
const knownFrom = new Date('2026-11-17T07:30:00Z')
const hours = [anHour('08', 1, 10), anHour('09', 2, 20), anHour('11', 4, 40)]

test.each([
  [{ from: '2026-11-17T08:00:00.000Z' }, 7, 70],
  [{ from: '2026-11-17T09:00:00.000Z' }, 6, 60],
  [{ from: '2026-11-17T08:59:59.999Z', to: '2026-11-17T09:00:00.000Z' }, 3, 30],
  [{ from: '2026-11-17T10:00:00.000Z', to: '2026-11-17T10:59:59.999Z' }, 0, 0],
  [{ from: '2026-11-17T08:00:00.000Z', to: '2026-11-17T08:10:00.000Z' }, 1, 10],
])('counts the hours that %j touches', (range, waiting, missing) => {
  expect(completenessOf({ hours, knownFrom }, spanOf(range))).toEqual({ waiting, missing })
})

test.each([{}, { to: '2026-11-17T08:10:00.000Z' }, { from: '2026-11-17T07:00:00.000Z' }])(
  'returns nothing for %j, which is not fully known',
  (range) => {
    expect(completenessOf({ hours, knownFrom }, spanOf(range))).toBeUndefined()
  },
)
