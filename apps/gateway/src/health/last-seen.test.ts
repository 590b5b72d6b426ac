import { createLogger } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { createLastSeen } from './last-seen.ts'

test('writes down who was seen and when events came, each once, and again when that failed', async () => {
  const touched: number[][] = []
  const heard: object[] = []
  let isAway = true
  let at = 1_000
  const lastSeen = createLastSeen({
    async touch(ids) {
      touched.push(ids.toSorted((one, other) => one - other))
    },
    async hear(hearings) {
      if (isAway) throw new Error('away')
      heard.push(...hearings)
    },
    logger: createLogger('gateway', 'silent'),
    now: () => at,
  })
  for (const id of [3, 3, 5]) lastSeen.note(id)
  lastSeen.noteEvents(5)
  expect([lastSeen.heardAgeMs(5), lastSeen.heardAgeMs(3)]).toEqual([0, undefined])
  await expect(lastSeen.flush()).rejects.toThrow('away')
  isAway = false
  at += 4_000
  lastSeen.note(4)
  lastSeen.noteEvents(5)
  expect(lastSeen.heardAgeMs(5)).toBe(4_000)
  at += 1_000
  await lastSeen.flush()
  await lastSeen.flush()
  expect(touched).toEqual([[3, 4], []])
  expect(heard).toEqual([{ probeId: 5, firstAgeMs: 5_000, lastAgeMs: 1_000 }])
})
