import { testStore } from '@watchpost/testkit/test-store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLedgerStore, STREAM_RANGES } from './ledger-store.ts'
import type { SequenceRange } from './sequence-ranges.ts'
import type { LedgerEntry } from './enter-sequences.ts'

const a = { probeId: 1, stream: 'a'.repeat(32) }
const b = { probeId: 2, stream: 'b'.repeat(32) }
const at = (hour: number) => new Date(Date.UTC(2026, 10, 17, hour, 17))

async function aLedger() {
  const test = await testStore()
  const { db } = test.store
  return {
    ...createLedgerStore(test.store),
    db,
    async hours(probeId = 1) {
      const rows = await db
        .selectFrom('stream_hour')
        .select(['hour', 'sequences', 'received', 'indexed', 'dead', 'expired', 'missing', 'has_loss'])
        .where('probe_id', '=', probeId)
        .orderBy('hour')
        .execute()
      return rows.map(({ hour, sequences, received, indexed, dead, expired, missing, has_loss }) => [
        hour.getUTCHours(),
        sequences,
        [received, indexed, dead, expired, missing],
        has_loss,
      ])
    },
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  }
}

test('counts each sequence number once, in the hour of its first arrival', async () => {
  await using ledger = await aLedger()
  await ledger.enter([
    { ...a, arrivedAt: at(1), received: [[0, 9]] },
    { ...a, arrivedAt: at(2), received: [[8, 19]] },
    { ...b, arrivedAt: at(2), received: [[0, 0]] },
  ])
  // Sent again and read from an earlier copy: the hour of the first entry stays.
  await ledger.enter([{ ...a, arrivedAt: at(1), indexed: [[0, 14]], dead: [[15, 15]] }])
  await ledger.enter([{ ...a, arrivedAt: at(3), received: [[0, 9]], indexed: [[0, 14]] }])
  expect(await ledger.hours()).toEqual([
    [1, '{[0,10)}', [10, 10, 0, 0, 0], false],
    [2, '{[10,20)}', [10, 5, 1, 0, 0], true],
  ])
  await ledger.enter([{ ...a, arrivedAt: at(9), indexed: [[15, 19]] }])
  expect(await ledger.hours()).toEqual([
    [1, '{[0,10)}', [10, 10, 0, 0, 0], false],
    [2, '{[10,20)}', [10, 10, 0, 0, 0], false],
  ])
  expect(await ledger.hours(2)).toEqual([[2, '{[0,1)}', [1, 0, 0, 0, 0], false]])
})

test('counts a gap in the earlier hour of its neighbours until it closes', async () => {
  await using ledger = await aLedger()
  await ledger.enter([{ ...a, arrivedAt: at(1), indexed: [[0, 9]] }])
  await ledger.enter([{ ...a, arrivedAt: at(2), indexed: [[20, 29]] }])
  expect(await ledger.hours()).toMatchObject([
    [1, '{[0,10)}', [10, 10, 0, 0, 10], true],
    [2, '{[20,30)}', [10, 10, 0, 0, 0], false],
  ])
  await ledger.enter([{ ...a, arrivedAt: at(5), indexed: [[14, 15]] }])
  expect((await ledger.hours()).map(([hour, , counts]) => [hour, counts])).toEqual([
    [1, [10, 10, 0, 0, 4]],
    [2, [10, 10, 0, 0, 4]],
    [5, [2, 2, 0, 0, 0]],
  ])
  await ledger.enter([{ ...a, arrivedAt: at(6), indexed: [[10, 19]] }])
  expect((await ledger.hours()).map(([hour, , counts, hasLoss]) => [hour, counts, hasLoss])).toEqual([
    [1, [10, 10, 0, 0, 0], false],
    [2, [10, 10, 0, 0, 0], false],
    [5, [2, 2, 0, 0, 0], false],
    [6, [8, 8, 0, 0, 0], false],
  ])
})

test('counts events that the log deleted as expired in the hours of their arrival', async () => {
  await using ledger = await aLedger()
  await ledger.enter([
    { ...a, arrivedAt: at(1), received: [[0, 9]], indexed: [[0, 3]] },
    { ...a, arrivedAt: at(2), received: [[10, 19]] },
    { ...b, arrivedAt: at(1), received: [[0, 9]] },
  ])
  await ledger.expire(1, 2)
  await ledger.expire(1, 2)
  expect(await ledger.hours()).toMatchObject([
    [1, '{[0,10)}', [10, 4, 0, 6, 0], true],
    [2, '{[10,20)}', [10, 0, 0, 10, 0], true],
  ])
  expect(await ledger.hours(2)).toMatchObject([[1, '{[0,10)}', [10, 0, 0, 0, 0], false]])
  await ledger.enter([{ ...a, arrivedAt: at(1), indexed: [[4, 19]] }])
  expect((await ledger.hours()).map(([, , counts]) => counts)).toEqual([
    [10, 10, 0, 0, 0],
    [10, 10, 0, 0, 0],
  ])
})

test('keeps folded dead letters counted in their hour', async () => {
  await using ledger = await aLedger()
  const even = Array.from({ length: STREAM_RANGES + 1 }, (_, index): SequenceRange => [2 * index, 2 * index])
  const odd = even.map(([number]): SequenceRange => [number + 1, number + 1])
  await ledger.enter([{ ...a, arrivedAt: at(1), dead: even, indexed: odd }])
  await ledger.enter([{ ...a, arrivedAt: at(1), dead: even, indexed: odd }])
  expect((await ledger.hours()).map(([, , counts]) => counts)).toEqual([[2002, 1001, 1001, 0, 0]])
})

test('stores since when events wait', async () => {
  await using ledger = await aLedger()
  const since = async () =>
    (await ledger.db.selectFrom('stream_ledger').select('waiting_since').executeTakeFirstOrThrow()).waiting_since
  await ledger.enter([{ ...a, arrivedAt: at(1), received: [[0, 9]] }])
  const began = await since()
  expect(began).not.toBeNull()
  await ledger.enter([{ ...a, arrivedAt: at(1), received: [[10, 19]], indexed: [[0, 9]] }])
  expect(await since()).toEqual(began)
  await ledger.enter([{ ...a, arrivedAt: at(1), indexed: [[10, 19]] }])
  expect(await since()).toBeNull()
})

test('counts each hour like a model based on sets, for random entries in random order', async () => {
  await using ledger = await aLedger()
  const range = fc.tuple(fc.nat(50), fc.nat(8)).map(([first, more]): SequenceRange => [first, first + more])
  const kinds = ['received', 'indexed', 'dead', 'expired'] as const
  const step = fc.record({
    hour: fc.nat(4),
    kind: fc.constantFrom(...kinds),
    ranges: fc.array(range, { minLength: 1, maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { maxLength: 8 }), async (calls) => {
      await ledger.db.deleteFrom('stream_ledger').execute()
      await ledger.db.deleteFrom('stream_hour').execute()
      const model = aModel()
      for (const steps of calls) {
        const entries = steps.map(
          ({ hour, kind, ranges }): LedgerEntry => ({ ...a, arrivedAt: at(hour), [kind]: ranges }),
        )
        await ledger.enter(entries)
        await ledger.enter(entries)
        for (const each of steps.toSorted((one, other) => one.hour - other.hour)) model.enter(each)
      }
      expect((await ledger.hours()).map(([hour, , counts]) => [hour, counts])).toEqual(model.hours())
    }),
    { numRuns: 60 },
  )
})

test('counts concurrent entries once', async () => {
  await using ledger = await aLedger()
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 10 === 9
        ? ledger.expire(1, 2)
        : ledger.enter(
            (index % 2 ? [a, b] : [b, a]).map((key): LedgerEntry => {
              const ranges: SequenceRange[] = [[(index % 20) * 10, (index % 20) * 10 + 9]]
              return { ...key, arrivedAt: at(index % 3), received: [[0, 199]], indexed: ranges }
            }),
          ),
    ),
  )
  for (const probeId of [1, 2]) {
    const rows = await ledger.hours(probeId)
    const sum = (index: number) => rows.reduce((total, [, , counts]) => total + ((counts as number[])[index] ?? 0), 0)
    expect([sum(0), sum(1)]).toEqual([200, 180])
  }
})

type Kind = 'received' | 'indexed' | 'dead' | 'expired'

/** The reference model, based on sets of numbers. */
function aModel() {
  const hourOf = new Map<number, number>()
  const sets = {
    received: new Set<number>(),
    indexed: new Set<number>(),
    dead: new Set<number>(),
    expired: new Set<number>(),
  }
  const isDead = (number: number) => sets.dead.has(number) && !sets.indexed.has(number)
  const isExpired = (number: number) => sets.expired.has(number) && !sets.indexed.has(number) && !sets.dead.has(number)
  return {
    enter({ hour, kind, ranges }: { hour: number; kind: Kind; ranges: readonly SequenceRange[] }): void {
      for (const [first, last] of ranges) {
        for (let number = first; number <= last; number++) {
          sets[kind].add(number)
          if (!hourOf.has(number)) hourOf.set(number, hour)
        }
      }
    },
    hours(): unknown[] {
      const counts = new Map<number, number[]>()
      const add = (hour: number, index: number) => {
        const row = counts.get(hour) ?? [0, 0, 0, 0, 0]
        row[index] = (row[index] ?? 0) + 1
        counts.set(hour, row)
      }
      for (let number = 0; number <= Math.max(-1, ...hourOf.keys()); number++) {
        const hour = hourOf.get(number)
        if (hour === undefined) {
          const [below, above] = [neighbour(number, -1), neighbour(number, 1)]
          add(Math.min(below ?? Number.POSITIVE_INFINITY, above ?? Number.POSITIVE_INFINITY), 4)
          continue
        }
        add(hour, 0)
        if (sets.indexed.has(number)) add(hour, 1)
        if (isDead(number)) add(hour, 2)
        if (isExpired(number)) add(hour, 3)
      }
      return [...counts].sort(([one], [other]) => one - other)
    },
  }
  function neighbour(number: number, step: number): number | undefined {
    for (let next = number + step; next >= 0 && next <= 200; next += step) {
      const hour = hourOf.get(next)
      if (hour !== undefined) return hour
    }
    return undefined
  }
}
