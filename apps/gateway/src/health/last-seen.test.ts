import { createLogger } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { createLastSeen } from './last-seen.ts'

test('writes each seen probe and the times of its events once, and retries after a failure', async () => {
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
  expect([await lastSeen.heardAgeMs(5), await lastSeen.heardAgeMs(3)]).toEqual([0, undefined])
  await expect(lastSeen.flush()).rejects.toThrow('away')
  isAway = false
  at += 4_000
  lastSeen.note(4)
  lastSeen.noteEvents(5)
  expect(await lastSeen.heardAgeMs(5)).toBe(4_000)
  at += 1_000
  await lastSeen.flush()
  await lastSeen.flush()
  expect(touched).toEqual([[3, 4], []])
  expect(heard).toEqual([{ probeId: 5, firstAgeMs: 5_000, lastAgeMs: 1_000 }])
})

test('a silence that starts and ends between two writes gives two spans, written in order', async () => {
  const heard: object[][] = []
  let at = 0
  const lastSeen = createLastSeen({
    touch: async () => undefined,
    hear: async (hearings) => void heard.push([...hearings]),
    logger: createLogger('gateway', 'silent'),
    now: () => at,
  })
  for (const each of [0, 10_000, 20_000, 320_000, 321_000]) {
    at = each
    lastSeen.noteEvents(7)
  }
  lastSeen.noteEvents(8)
  at = 330_000
  // A report calls heardAgeMs, which first writes what is overdue.
  expect(await lastSeen.heardAgeMs(7)).toBeUndefined()
  expect(heard).toEqual([
    [
      { probeId: 7, firstAgeMs: 330_000, lastAgeMs: 310_000 },
      { probeId: 8, firstAgeMs: 9_000, lastAgeMs: 9_000 },
    ],
    [{ probeId: 7, firstAgeMs: 10_000, lastAgeMs: 9_000 }],
  ])
})

test('writes spans that failed before newer ones', async () => {
  const heard: number[] = []
  let failures = 1
  let at = 0
  const lastSeen = createLastSeen({
    touch: async () => undefined,
    async hear([hearing]) {
      if (heard.length === 1 && failures-- > 0) throw new Error('away')
      heard.push(at - (hearing?.firstAgeMs ?? 0))
    },
    logger: createLogger('gateway', 'silent'),
    now: () => at,
  })
  lastSeen.noteEvents(7)
  at = 100_000
  lastSeen.noteEvents(7)
  await expect(lastSeen.flush()).rejects.toThrow('away')
  at = 200_000
  lastSeen.noteEvents(7)
  await lastSeen.flush()
  expect(heard).toEqual([0, 100_000, 200_000])
})
