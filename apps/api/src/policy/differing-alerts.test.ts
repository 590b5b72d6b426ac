import { expect, test } from 'vitest'
import { differingAlerts } from './differing-alerts.ts'

const alert = (name: string, severity: number | undefined, points = 1) => ({
  name,
  ...(severity !== undefined && { severity }),
  contributions: [{ name: 'direction', points, reason: 'x' }],
})

test('picks every severity before a second example of one, and keeps the order', () => {
  const entries = [alert('a', 3), alert('b', 3, 2), alert('c', 3), alert('d', 1), alert('e', undefined)]
  const names = (most: number) => differingAlerts(entries, most).map(({ name }) => name)
  expect(names(2)).toEqual(['a', 'd'])
  expect(names(9)).toEqual(['a', 'b', 'd', 'e'])
})
