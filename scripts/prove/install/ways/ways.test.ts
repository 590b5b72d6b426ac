import { expect, test } from 'vitest'
import { tryWays, ways } from './try-ways.ts'
import type { Targets, Way } from './way.ts'

test('lists at least 30 ways with names of their own', () => {
  const names = new Set(ways.map(({ name }) => name))
  expect(names.size).toBe(ways.length)
  expect(names.size).toBeGreaterThanOrEqual(30)
})

test('a failure for another reason is not a refusal', () => {
  const way: Way = { name: 'read', script: () => 'head', refusal: /permission denied/i, control: 'developer' }
  const outcomeOf = (status: number, output: string) =>
    tryWays([way], {} as Targets, () => ({ status, output })).get('read')
  expect(outcomeOf(0, '')).toBe('done')
  expect(outcomeOf(1, 'head: Permission denied')).toBe('refused')
  expect(outcomeOf(1, 'head: No such file or directory')).toBe('1, head: No such file or directory')
})
