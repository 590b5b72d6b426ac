import { createLogger } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { createLastSeen } from './last-seen.ts'

test('whoever was heard of is written down once, and again when that failed', async () => {
  const written: (readonly number[])[] = []
  let isAway = true
  const lastSeen = createLastSeen(
    async (ids) => {
      if (isAway) throw new Error('away')
      written.push(ids)
    },
    createLogger('gateway', 'silent'),
  )
  lastSeen.note(3)
  lastSeen.note(3)
  await expect(lastSeen.flush()).rejects.toThrow('away')
  isAway = false
  lastSeen.note(4)
  await lastSeen.flush()
  await lastSeen.flush()
  expect(written.map((ids) => [...ids].sort((a, b) => a - b))).toEqual([[3, 4], []])
})
