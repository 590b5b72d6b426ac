import { expect, test } from 'vitest'
import { EPOCH_CLOSED_MS, firstPosition, type NewestEpoch, readReach } from './arrival-position.ts'

const newest: NewestEpoch = { epoch: 9, topicId: 'y', isFirst: false, ageMs: 0 }
const reachOf = (known: NewestEpoch | undefined) =>
  readReach({
    newest: async () => known,
    committed: async (topicId) => new Map([[0, topicId === 'y' ? 5 : 999]]),
  })

test('returns the position of the indexers in the topic of the newest epoch', async () => {
  expect(await reachOf({ ...newest, isFirst: true })).toEqual({ epoch: 9, offsets: new Map([[0, 5]]), isOpen: true })
  expect(await reachOf(undefined)).toEqual({ ...firstPosition, isOpen: true })
})

test('keeps an epoch closed for its first minute, unless there was no earlier log', async () => {
  expect((await reachOf({ ...newest, ageMs: EPOCH_CLOSED_MS - 1 })).isOpen).toBe(false)
  expect((await reachOf({ ...newest, ageMs: EPOCH_CLOSED_MS })).isOpen).toBe(true)
  expect((await reachOf({ ...newest, isFirst: true })).isOpen).toBe(true)
})
