import { expect, test } from 'vitest'
import { createMarkClaims, type Mark, type StreamName } from './mark-claims.ts'
import { streamLimits } from './stream-limits.ts'

const stream = 'a'.repeat(32)
const digest = Buffer.alloc(32)
const name = ({ probeId, stream }: StreamName) => `${probeId}/${stream}`

/** An in-memory ledger that answers only when the test tells it to. */
function aLedger(known: Array<Mark & { ranges: number }> = []) {
  const rows = new Map(known.map((mark) => [name(mark), mark]))
  const statements: Mark[][] = []
  const reads: StreamName[][] = []
  const trimmed: number[][] = []
  let gate = Promise.resolve()
  let failure: Error | undefined
  const claims = createMarkClaims({
    async marks(streams) {
      if (streams.length > 0) reads.push([...streams])
      return streams.flatMap((each) => rows.get(name(each)) ?? [])
    },
    async claim(marks) {
      statements.push([...marks])
      await gate
      if (failure) throw failure
      for (const mark of marks) rows.set(name(mark), { ...mark, ranges: 0 })
    },
    trim: async (probeIds) => void trimmed.push([...probeIds]),
  })
  const claim = (probeId: number, firstSequence: number, count = 10) =>
    claims.claim({ probeId, stream, firstSequence, nextSequence: firstSequence + count, digest, bytes: 100 })
  return {
    claims,
    claim,
    rows,
    statements,
    reads,
    trimmed,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    fail: (error: Error | undefined) => void (failure = error),
  }
}

test('collects claims during a statement into the next one, each stream once with its highest number', async () => {
  const ledger = aLedger()
  const release = ledger.hold()
  const granted: string[] = []
  const ask = (probeId: number, first: number) =>
    ledger.claim(probeId, first).then(() => granted.push(`${probeId} ${first}`))
  const all = [ask(1, 0), ask(2, 0), ask(1, 10), ask(1, 20), ask(2, 10)]
  await expect.poll(() => ledger.statements.length).toBe(1)
  expect([granted, ledger.claims.pendingBytes()]).toEqual([[], 500])
  release()
  await Promise.all(all)
  expect(ledger.statements.map((each) => each.map(({ probeId, nextSequence }) => [probeId, nextSequence]))).toEqual([
    [[1, 10]],
    [
      [2, 20],
      [1, 30],
    ],
  ])
  expect(ledger.claims.pendingBytes()).toBe(0)
})

test('grants a batch that does not advance its stream without a statement, and reads a stream once', async () => {
  const ledger = aLedger([{ probeId: 1, stream, nextSequence: 50, digest, ranges: 1 }])
  await ledger.claim(1, 40)
  await ledger.claim(1, 0)
  expect([ledger.statements, ledger.reads.length]).toEqual([[], 1])
  await ledger.claim(1, 45)
  expect([ledger.statements.length, ledger.reads.length]).toEqual([1, 1])
})

test('trims the oldest streams of a probe when a new stream starts', async () => {
  const ledger = aLedger([{ probeId: 1, stream, nextSequence: 50, digest, ranges: 1 }])
  await Promise.all([ledger.claim(1, 50), ledger.claim(2, 0)])
  await Promise.all([ledger.claim(1, 60), ledger.claim(2, 10)])
  expect(ledger.trimmed).toEqual([[2]])
})

test('refuses a batch that starts too far beyond the highest known number as stream-torn, and grants other streams', async () => {
  const ledger = aLedger([{ probeId: 2, stream, nextSequence: 5_000_000, digest, ranges: 1 }])
  const outcomes = await Promise.allSettled([
    ledger.claim(1, streamLimits.leap + 1),
    ledger.claim(2, 5_000_000 + streamLimits.leap),
    ledger.claim(3, 0),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(outcomes[0]).toMatchObject({ reason: { code: 'stream-torn', status: 409 } })
  expect(ledger.rows.has(`1/${stream}`)).toBe(false)
})

test('reads a stream again before refusing it as stream-torn, since another gateway may have advanced it', async () => {
  const ledger = aLedger()
  await ledger.claim(1, 0)
  ledger.rows.set(`1/${stream}`, { probeId: 1, stream, nextSequence: 3_000_000, digest, ranges: 1 })
  await ledger.claim(1, 3_000_000)
  expect(ledger.rows.get(`1/${stream}`)?.nextSequence).toBe(3_000_010)
})

test('refuses a stream with too many ranges as stream-torn, whether read or reported', async () => {
  const ledger = aLedger([{ probeId: 1, stream, nextSequence: 10, digest, ranges: streamLimits.ranges + 1 }])
  await expect(ledger.claim(1, 10)).rejects.toMatchObject({ code: 'stream-torn' })
  await ledger.claim(2, 0)
  ledger.rows.set(`2/${stream}`, { probeId: 2, stream, nextSequence: 10, digest, ranges: streamLimits.ranges + 1 })
  ledger.claims.noteCrowded([{ probeId: 2, stream }])
  await expect(ledger.claim(2, 10)).rejects.toMatchObject({ code: 'stream-torn' })
})

test('grants nothing that was not written, and a later attempt succeeds', async () => {
  const ledger = aLedger()
  ledger.fail(new Error('no database'))
  await expect(ledger.claim(1, 0)).rejects.toMatchObject({ code: 'store-unavailable', status: 503 })
  expect(ledger.claims.pendingBytes()).toBe(0)
  ledger.fail(undefined)
  await ledger.claim(1, 0)
  expect(ledger.rows.get(`1/${stream}`)?.nextSequence).toBe(10)
})
