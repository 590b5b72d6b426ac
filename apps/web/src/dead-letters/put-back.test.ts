import { expect, test } from 'vitest'
import { putBackAll } from './put-back.ts'

test('repeats an incomplete retry up to the upper bound of the first response', async () => {
  const answers = [
    { put_back: 500, up_to: 1_199, is_complete: false },
    { put_back: 500, up_to: 1_199, is_complete: false },
    { put_back: 200, up_to: 1_199, is_complete: true },
  ]
  const asked: (number | undefined)[] = []
  const done = await putBackAll(
    async (upTo) => {
      asked.push(upTo)
      return answers[asked.length - 1] ?? expect.unreachable()
    },
    () => 7,
  )
  expect(done).toEqual({ count: 1_200, at: 7 })
  expect(asked).toEqual([undefined, 1_199, 1_199])
})

test('puts nothing back when nothing is waiting', async () => {
  const done = await putBackAll(async () => ({ put_back: 0, up_to: null, is_complete: true }))
  expect(done.count).toBe(0)
})
