import { testStore } from '@watchpost/testkit/test-store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anOrigin } from '../../test/an-account.ts'
import type { LedgerEntry } from './enter-sequences.ts'
import { createLedgerStore, PROBE_STREAMS, STREAM_RANGES } from './ledger-store.ts'
import { createLedgerView } from './ledger-view.ts'
import { createManagedProbeStore } from '../probes/managed-probe-store.ts'
import { createProbeStore } from '../probes/probe-store.ts'
import type { SequenceRange } from './sequence-ranges.ts'

const a = { probeId: 1, stream: 'a'.repeat(32) }
const b = { probeId: 2, stream: 'b'.repeat(32) }
const digest = (fill: number) => Buffer.alloc(32, fill)

async function aLedger() {
  const test = await testStore()
  const probes = createProbeStore(test.store)
  for (const id of [1, 2]) {
    const notAfter = new Date(Date.now() + 86_400_000)
    await probes.add({ id, fqdn: `probe-${id}.example`, fingerprint: new Uint8Array(32).fill(id), notAfter })
  }
  /** Advances the clock until nothing counts as on its way. */
  const later = () =>
    test.store.db
      .updateTable('stream_ledger')
      .set({ changed_at: new Date(Date.now() - 60_000) })
      .execute()
  return {
    ...createLedgerStore(test.store),
    view: createLedgerView(test.store),
    later,
    removeProbe: (id: number) => createManagedProbeStore(test.store).remove(id, anOrigin()),
    db: test.store.db,
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  }
}

test('merges repeated, overlapping and out-of-order entries into one account', async () => {
  await using ledger = await aLedger()
  await ledger.claim([{ ...a, nextSequence: 30, digest: digest(1) }])
  await ledger.enter([
    { ...a, received: [[20, 29]] },
    { ...b, indexed: [[0, 0]] },
  ])
  await ledger.enter([{ ...a, received: [[0, 9]], indexed: [[20, 24]] }])
  await ledger.enter([
    {
      ...a,
      received: [[5, 12]],
      indexed: [
        [22, 26],
        [0, 3],
      ],
      dead: [[27, 27]],
    },
  ])
  await ledger.later()

  expect(await ledger.view.streams(1, 10)).toMatchObject([
    {
      stream: a.stream,
      nextSequence: 30,
      receivedRanges: [
        [0, 12],
        [20, 29],
      ],
      indexedRanges: [
        [0, 3],
        [20, 26],
      ],
      deadRanges: [[27, 27]],
      missingRanges: [[13, 19]],
      received: 23,
      indexed: 11,
      deadLettered: 1,
      expired: 0,
      waiting: 11,
      missing: 7,
      abandoned: 0,
    },
  ])
  expect(await ledger.view.sums()).toMatchObject({ received: 24, indexed: 12, missing: 7, gaps: 1 })
  expect(await ledger.view.byProbe({ limit: 1 })).toMatchObject([{ probeId: 1, fqdn: 'probe-1.example', missing: 7 }])
  expect(await ledger.view.byProbe({ limit: 9, probeIds: [2] })).toMatchObject([{ probeId: 2, indexed: 1, missing: 0 }])
})

test('puts each number in the same state as a model based on sets, for random entries in random order', async () => {
  await using ledger = await aLedger()
  const range = fc.tuple(fc.nat(60), fc.nat(8)).map(([first, more]): SequenceRange => [first, first + more])
  const kind = fc.constantFrom('received', 'indexed', 'dead', 'expired', 'claim', 'abandon')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(kind, fc.array(range, { minLength: 1, maxLength: 3 })), { maxLength: 12 }),
      async (steps) => {
        await ledger.db.deleteFrom('stream_ledger').execute()
        const sets = {
          received: new Set<number>(),
          indexed: new Set<number>(),
          dead: new Set<number>(),
          expired: new Set<number>(),
        }
        const told = new Set<number>()
        let claimed = 0
        for (const [what, ranges] of steps) {
          if (what === 'claim') {
            const nextSequence = Math.max(...ranges.map(([, last]) => last)) + 1
            await ledger.claim([{ ...a, nextSequence, digest: digest(nextSequence) }])
            claimed = Math.max(claimed, nextSequence)
          } else if (what === 'abandon') {
            await ledger.abandon(
              a,
              ranges.map(([first, last]) => ({ first, last, reason: 'lost' })),
            )
            for (const number of numbers(ranges)) told.add(number)
          } else {
            await ledger.enter([{ ...a, [what]: ranges }])
            for (const number of numbers(ranges)) sets[what].add(number)
          }
        }
        await ledger.later()
        const seen = sets.received.union(sets.indexed).union(sets.dead).union(sets.expired)
        const dead = sets.dead.difference(sets.indexed)
        const expired = sets.expired.difference(sets.indexed).difference(dead)
        const next = Math.max(claimed, ...[...seen].map((each) => each + 1))
        const missing = new Set(numbers(next > 0 ? [[0, next - 1]] : [])).difference(seen).difference(told)
        const { gaps, ...totals } = await ledger.view.sums()
        expect(totals).toEqual({
          received: seen.size,
          indexed: sets.indexed.size,
          deadLettered: dead.size,
          expired: expired.size,
          waiting: seen.size - sets.indexed.size - dead.size - expired.size,
          missing: missing.size,
          abandoned: told.difference(seen).size,
        })
        const [stream] = await ledger.view.streams(1, 1)
        expect(numbers(stream?.missingRanges ?? [])).toEqual([...missing].sort((one, other) => one - other))
        expect(gaps).toBe(stream?.missingRanges.length ?? 0)
        expect(stream?.nextSequence ?? 0).toBe(next)
      },
    ),
    { numRuns: 60 },
  )
})

test('never lowers a high-water mark, and returns no digest for events stored without one', async () => {
  await using ledger = await aLedger()
  await ledger.claim([
    { ...b, nextSequence: 5, digest: digest(5) },
    { ...a, nextSequence: 10, digest: digest(10) },
  ])
  await ledger.claim([{ ...a, nextSequence: 7, digest: digest(7) }])
  expect(await ledger.marks([a, { probeId: 9, stream: a.stream }])).toEqual([
    { ...a, nextSequence: 10, digest: digest(10), ranges: 0 },
  ])
  await ledger.enter([
    {
      ...a,
      indexed: [
        [0, 3],
        [8, 11],
      ],
    },
  ])
  expect(await ledger.marks([a])).toEqual([{ ...a, nextSequence: 12, digest: null, ranges: 2 }])
})

test('counts claimed events as waiting at first, and as missing after 15 s', async () => {
  await using ledger = await aLedger()
  await ledger.claim([{ ...a, nextSequence: 10, digest: digest(1) }])
  expect(await ledger.view.sums()).toMatchObject({ waiting: 10, missing: 0, gaps: 0 })
  await ledger.later()
  expect(await ledger.view.sums()).toMatchObject({ waiting: 0, missing: 10, gaps: 1 })
})

test('counts events that a probe gave up as abandoned, with the reason, until they arrive', async () => {
  await using ledger = await aLedger()
  const lost = { first: 3, last: 5, reason: 'the file was cut' }
  expect(await ledger.abandon(a, [lost])).toBe('noted')
  expect(await ledger.abandon(a, [lost])).toBe('noted')
  await ledger.enter([
    {
      ...a,
      indexed: [
        [0, 2],
        [6, 9],
      ],
    },
  ])
  expect(await ledger.view.streams(1, 1)).toMatchObject([{ missing: 0, abandoned: 3, abandonedRanges: [lost] }])
  await ledger.enter([{ ...a, indexed: [[4, 4]] }])
  expect(await ledger.view.streams(1, 1)).toMatchObject([
    {
      missing: 0,
      abandoned: 2,
      abandonedRanges: [
        { ...lost, last: 3 },
        { ...lost, first: 5 },
      ],
    },
  ])

  const many = Array.from({ length: STREAM_RANGES }, (_, index) => ({
    first: 100 + index,
    last: 100 + index,
    reason: '',
  }))
  expect(await ledger.abandon(a, many)).toBe('noted')
  expect(await ledger.abandon(a, [lost])).toBe('too-many')
})

test('folds dead letters beyond the range limit into a count, and counts each once', async () => {
  await using ledger = await aLedger()
  const even = Array.from({ length: STREAM_RANGES + 1 }, (_, index): SequenceRange => [2 * index, 2 * index])
  const odd = even.map(([number]): SequenceRange => [number + 1, number + 1])
  expect(await ledger.enter([{ ...a, dead: even, indexed: odd }])).toEqual([])
  await ledger.enter([{ ...a, dead: even, indexed: odd }])
  await ledger.enter([
    {
      ...a,
      dead: [
        [0, 0],
        [5_000, 5_000],
      ],
    },
  ])
  expect(await ledger.view.sums()).toMatchObject({
    received: 2 * even.length + 1,
    indexed: even.length,
    deadLettered: even.length + 1,
    waiting: 0,
  })
  const [row] = await ledger.db.selectFrom('stream_ledger').select(['indexed', 'folded_dead']).execute()
  expect(row).toEqual({ indexed: `{[0,${2 * even.length})}`, folded_dead: even.length })
})

test('returns streams with more gaps than the range limit', async () => {
  await using ledger = await aLedger()
  const holes = Array.from({ length: STREAM_RANGES + 1 }, (_, index): SequenceRange => [2 * index, 2 * index])
  expect(
    await ledger.enter([
      { ...a, received: holes },
      { ...b, received: [[0, 9]] },
    ]),
  ).toEqual([a])
})

test('counts events that the log deleted as expired unless they are indexed later', async () => {
  await using ledger = await aLedger()
  await ledger.enter([
    { ...a, received: [[0, 9]], indexed: [[0, 3]], dead: [[4, 4]] },
    { ...b, received: [[0, 9]] },
  ])
  await ledger.expire(1, 2)
  expect(await ledger.view.sums()).toMatchObject({ expired: 5, waiting: 10 })
  await ledger.enter([{ ...a, indexed: [[7, 9]] }])
  expect(await ledger.view.streams(1, 1)).toMatchObject([
    { indexed: 7, expired: 2, expiredRanges: [[5, 6]], waiting: 0 },
  ])
})

test('keeps the ledger of a removed probe, but leaves it out of the sums', async () => {
  await using ledger = await aLedger()
  const entries = [
    { ...a, received: [[0, 9]] },
    { ...b, received: [[0, 9]] },
  ] satisfies LedgerEntry[]
  await ledger.enter(entries)
  await ledger.abandon(a, [{ first: 10, last: 11, reason: 'lost' }])
  expect(await ledger.removeProbe(1)).toBe('removed')
  expect(await ledger.marks([a, b])).toHaveLength(2)
  await ledger.enter(entries)
  expect(await ledger.view.sums()).toMatchObject({ received: 10 })
  await ledger.later()
  await ledger.removeSilentSince(new Date(Date.now() - 30_000))
  expect(await ledger.marks([a, b])).toHaveLength(2)
  await ledger.removeSilentSince(new Date(Date.now() + 30_000))
  expect(await ledger.marks([a, b])).toMatchObject([b])
})

test('removes a silent stream once its probe has a newer one', async () => {
  await using ledger = await aLedger()
  const later = { probeId: 1, stream: 'c'.repeat(32) }
  await ledger.enter([
    { ...a, received: [[0, 9]] },
    { ...b, received: [[0, 9]] },
  ])
  await ledger.later()
  await ledger.enter([{ ...later, received: [[0, 9]] }])
  await ledger.removeSilentSince(new Date(Date.now() - 120_000))
  expect(await ledger.marks([a, b, later])).toHaveLength(3)
  await ledger.removeSilentSince(new Date(Date.now() - 30_000))
  expect(await ledger.marks([a])).toEqual([])
  expect(await ledger.marks([b, later])).toHaveLength(2)
})

test('removes the oldest streams of a probe beyond its limit, and no streams of other probes', async () => {
  await using ledger = await aLedger()
  const name = (n: number) => n.toString(16).padStart(32, '0')
  await ledger.enter([
    { ...a, received: [[0, 9]] },
    { ...b, received: [[0, 9]] },
  ])
  await ledger.later()
  const many = Array.from({ length: PROBE_STREAMS }, (_, n) => ({
    probeId: 1,
    stream: name(n),
    nextSequence: 1,
    digest: null,
  }))
  await ledger.claim(many.slice(1))
  await ledger.trim([1, 2])
  expect(await ledger.marks([a, b])).toHaveLength(2)
  await ledger.claim(many.slice(0, 1))
  await ledger.trim([1, 2])
  expect(await ledger.marks([a, b])).toMatchObject([b])
})

test('loses no entry when many processes enter the same streams at once', async () => {
  await using ledger = await aLedger()
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      index % 10 === 9
        ? ledger.expire(1, 2)
        : ledger.enter(
            (index % 2 ? [a, b] : [b, a]).map((key) => ({ ...key, indexed: [[index * 10, index * 10 + 9]] })),
          ),
    ),
  )
  expect(await ledger.view.sums()).toMatchObject({ indexed: 2 * 54 * 10 })
})

function numbers(ranges: readonly SequenceRange[]): number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
}
