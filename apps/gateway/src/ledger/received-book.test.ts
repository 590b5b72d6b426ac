import { createLogger } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import type { StreamName } from './mark-claims.ts'
import { createReceivedBook } from './received-book.ts'

const a = { probeId: 1, stream: 'a'.repeat(32) }
const arrivedAt = new Date(0)
const b = { probeId: 2, stream: 'b'.repeat(32) }

function aBook(everyMs: number, crowded: StreamName[] = []) {
  const entered: unknown[] = []
  const noted: StreamName[] = []
  const state = { isAway: false }
  const book = createReceivedBook(
    {
      async enter(entries) {
        if (state.isAway) throw new Error('no database')
        entered.push(...entries)
        return crowded
      },
      onCrowded: (streams) => void noted.push(...streams),
      logger: createLogger('test', 'silent'),
    },
    everyMs,
  )
  return { book, entered, noted, state }
}

test('enters received events as ranges and reports streams with too many gaps', async () => {
  const { book, entered, noted } = aBook(5, [b])
  book.start()
  book.add(a, 5, 0, 9)
  book.add(b, 5, 5, 6)
  book.add(a, 5, 10, 19)
  await expect
    .poll(() => entered)
    .toEqual([
      { ...a, arrivedAt, received: [[0, 19]] },
      { ...b, arrivedAt, received: [[5, 6]] },
    ])
  expect(noted).toEqual([b])
  await book.stop()
  expect(entered).toHaveLength(2)
})

test('retries failed entries with the next ones, at the latest on stop', async () => {
  const { book, entered, state } = aBook(60_000)
  state.isAway = true
  book.add(a, 5, 0, 9)
  await book.stop()
  expect(entered).toEqual([])
  state.isAway = false
  book.add(a, 5, 20, 29)
  await book.stop()
  expect(entered).toEqual([
    {
      ...a,
      arrivedAt,
      received: [
        [0, 9],
        [20, 29],
      ],
    },
  ])
})
