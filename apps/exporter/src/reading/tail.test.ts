import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aLog, someScorers } from '../../test/a-log.ts'
import type { Chunk } from './chunk.ts'
import { createPassed } from './passed.ts'
import { createTail, type TailReader } from './tail.ts'

const stream = 'c'.repeat(32)
const never = new AbortController().signal
const passedUpTo = (sequence: number) => {
  const passed = createPassed()
  passed.add(1, stream, 0, sequence)
  return passed
}

function aTail(log: ReturnType<typeof aLog>, keptBytes = 1_000_000) {
  return createTail(
    { follow: log.follow, scorers: someScorers, onFailure: () => undefined },
    { keptBytes, aheadChunks: 4 },
  )
}

const sequencesOf = (chunk: Chunk | undefined) =>
  chunk?.pieces.map(({ record, isRepeat }) => `${record.identity.sequence}${isRepeat ? ' again' : ''}`)

function joined(answer: TailReader | 'wait' | 'apart'): TailReader {
  if (typeof answer === 'string') throw new Error(`it has to join, not ${answer}`)
  return answer
}

test('applies the deduplication set of a joining reader, also to chunks read before it joined', async () => {
  const log = aLog(1)
  for (let sequence = 0; sequence < 10; sequence++) log.add(1, stream, sequence)
  const tail = aTail(log)
  const young = joined(tail.join(new Map([[0, 10]]), createPassed, true))
  log.add(1, stream, 3)
  log.add(1, stream, 10)
  expect(sequencesOf(await young.next(never))).toEqual(['3', '10'])
  const old = joined(tail.join(new Map([[0, 10]]), () => passedUpTo(10), true))
  expect(sequencesOf(await old.next(never))).toEqual(['3 again', '10'])
  log.add(1, stream, 4)
  expect(sequencesOf(await old.next(never))).toEqual(['4 again'])
  expect(sequencesOf(await young.next(never))).toEqual(['4 again'])
  young.leave()
  old.leave()
})

test('a reader ahead of the shared reader waits, and one outside of the kept chunks reads separately', async () => {
  const log = aLog(1, 2)
  const tail = aTail(log, 300)
  const reader = joined(tail.join(new Map([[0, 0]]), createPassed, true))
  expect(tail.join(new Map([[0, 5]]), () => passedUpTo(5), true)).toBe('wait')
  for (let sequence = 0; sequence < 20; sequence++) log.add(1, stream, sequence)
  for (let turn = 0; turn < 10; turn++) await reader.next(never)
  expect(tail.join(new Map([[0, 1]]), () => passedUpTo(1), true)).toBe('apart')
  reader.leave()
  expect(tail.join(new Map([[0, 1]]), () => passedUpTo(1), false)).toBe('apart')
})

/** Two readers, with forty events in chunks of two, of which few are kept. */
function twoReaders(): [TailReader, TailReader] {
  const log = aLog(1, 2)
  const tail = aTail(log, 300)
  const join = () => joined(tail.join(new Map([[0, 0]]), createPassed, true))
  const readers: [TailReader, TailReader] = [join(), join()]
  for (let sequence = 0; sequence < 40; sequence++) log.add(1, stream, sequence)
  return readers
}

test('drops a reader that falls behind without delaying the others', async () => {
  const [slow, quick] = twoReaders()
  const seen: string[] = []
  while (seen.length < 40) seen.push(...(sequencesOf(await quick.next(never)) ?? []))
  expect(seen).toHaveLength(40)
  expect(await slow.next(never)).toBeUndefined()
  slow.leave()
  quick.leave()
})

test('waits a few event loop turns per chunk for a busier reader', async () => {
  const [busy, idle] = twoReaders()
  const readAll = async (reader: TailReader, turns: number) => {
    const seen: string[] = []
    while (seen.length < 40) {
      const chunk = await reader.next(never)
      if (!chunk) return seen
      seen.push(...(sequencesOf(chunk) ?? []))
      for (let turn = 0; turn < turns; turn++) await nextTurn()
    }
    return seen
  }
  const [slow, quick] = await Promise.all([readAll(busy, 20), readAll(idle, 0)])
  expect(quick).toHaveLength(40)
  expect(slow).toEqual(quick)
  busy.leave()
  idle.leave()
})
