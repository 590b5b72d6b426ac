import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CoverageFacts, CoveredHour } from './coverage-facts.ts'
import { coverageStatement } from './coverage-statement.ts'

const limits = { probes: 10, hours: 100 }
const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 17, hour, minute))
const span = { from: at(8), to: at(12) }

function someFacts(facts: Partial<CoverageFacts> = {}): CoverageFacts {
  const names = new Map([1, 2, 3].map((id) => [id, { fqdn: `probe-${id}.example`, isRemoved: id === 3, from: at(0) }]))
  const nothing = { hours: [], silences: [], losses: [], isTruncated: false }
  return { at: at(12, 30), knownFrom: at(0), probes: 3, names, ...nothing, ...facts }
}

const anHour = (probeId: number, hour: number, counts: Partial<CoveredHour> = {}): CoveredHour => ({
  probeId,
  hour: at(hour),
  received: 10,
  indexed: 10,
  deadLettered: 0,
  expired: 0,
  missing: 0,
  givenUp: 0,
  late: 0,
  ...counts,
})

test('is complete without deviations, also with healthy hours among the facts', () => {
  const statement = coverageStatement(span, someFacts({ hours: [anHour(1, 9)] }), limits)
  expect(statement).toMatchObject({ state: 'complete', causes: [], affectedProbes: 0, isTruncated: false })
  expect(statement.affected).toMatchObject([{ id: 1, hours: [{ received: 10, indexed: 10 }] }])
})

test.each([
  ['late', { late: 2 }, true],
  ['missing', { missing: 2 }, true],
  ['missing', { missing: 2, givenUp: 1 }, true],
  ['missing', { missing: 2, givenUp: 2 }, false],
  ['dead_lettered', { deadLettered: 2 }, true],
  ['expired', { expired: 2 }, false],
])('is incomplete with events that are %s: %j', (cause, counts, isOpen) => {
  const { state, causes, affectedProbes } = coverageStatement(
    span,
    someFacts({ hours: [anHour(3, 9, counts)] }),
    limits,
  )
  expect([state, affectedProbes]).toEqual(['incomplete', 1])
  expect(causes).toEqual([{ cause, from: at(9), to: at(10), probes: 1, count: 2, isOpen }])
})

test('is incomplete with packets that a sensor dropped', () => {
  const facts = someFacts({ losses: [{ probeId: 2, hour: at(11), dropped: 40 }] })
  expect(coverageStatement(span, facts, limits)).toMatchObject({
    state: 'incomplete',
    totals: { droppedPackets: 40 },
    causes: [{ cause: 'dropped', probes: 1, count: 40, isOpen: false }],
  })
})

test('counts a silence in each of its hours, clipped to the range and the current time', () => {
  const silences = [{ probeId: 2, from: at(7), to: at(9, 15), isOpen: false }]
  const { hours, causes, affected } = coverageStatement(span, someFacts({ silences }), limits)
  expect(
    hours.map(({ hour, silentSeconds, silentProbes }) => [hour.getUTCHours(), silentSeconds, silentProbes]),
  ).toEqual([
    [8, 3_600, 1],
    [9, 900, 1],
  ])
  expect(causes).toEqual([{ cause: 'silent', from: at(8), to: at(9, 15), probes: 1, count: 4_500, isOpen: false }])
  expect(affected).toMatchObject([{ id: 2, silences: [{ from: at(8), to: at(9, 15) }] }])
  const future = { from: at(12), to: at(14) }
  const open = [{ probeId: 2, from: at(12, 10), to: at(12, 30), isOpen: true }]
  expect(coverageStatement(future, someFacts({ silences: open }), limits).totals.silentSeconds).toBe(1_200)
})

test('is unknown before the first record', () => {
  const facts = someFacts({ knownFrom: at(9, 30), hours: [anHour(1, 8, { missing: 5 })] })
  expect(coverageStatement(span, facts, limits)).toMatchObject({
    state: 'unknown',
    totals: { missing: 0 },
    causes: [{ cause: 'unknown', from: at(8), to: at(9, 30), probes: 3, count: 5_400, isOpen: false }],
  })
  const before = coverageStatement(span, someFacts({ knownFrom: at(20) }), limits)
  expect(before.causes).toMatchObject([{ cause: 'unknown', from: at(8), to: at(12) }])
})

test('is not complete without a probe', () => {
  expect(coverageStatement(span, someFacts({ probes: 0 }), limits)).toMatchObject({
    state: 'unknown',
    causes: [{ cause: 'no_probes' }],
  })
})

test('lists the latest first, up to the limits, and counts all of them', () => {
  const hours = [anHour(1, 8, { missing: 1 }), anHour(2, 11, { missing: 1 }), anHour(2, 10, { missing: 1 })]
  const few = coverageStatement(span, someFacts({ hours }), { probes: 1, hours: 100 })
  expect([few.affected.map(({ id }) => id), few.isTruncated, few.totals.missing]).toEqual([[2], true, 3])
  const short = coverageStatement(span, someFacts({ hours }), { probes: 9, hours: 1 })
  expect(short.affected.map(({ id, hours: own }) => [id, own.map(({ hour }) => hour)])).toEqual([[2, [at(11)]]])
  expect(short.isTruncated).toBe(true)
})

test('keeps the causes, the hours and the probes of a statement consistent', () => {
  const small = fc.constantFrom(0, 0, 1, 5)
  const hour = fc
    .record({ probeId: fc.constantFrom(1, 2, 3), hour: fc.integer({ min: 6, max: 13 }), late: small, missing: small })
    .map(({ probeId, hour: of, ...counts }) => anHour(probeId, of, counts))
  const silence = fc
    .tuple(fc.constantFrom(1, 2, 3), fc.integer({ min: 0, max: 700 }), fc.integer({ min: 1, max: 90 }), fc.boolean())
    .map(([probeId, from, length, isOpen]) => ({ probeId, from: at(0, from), to: at(0, from + length), isOpen }))
  const some = fc.record({
    hours: fc.uniqueArray(hour, { selector: (each) => `${each.probeId} ${each.hour.getTime()}` }),
    silences: fc.array(silence),
  })
  fc.assert(
    fc.property(some, (facts) => {
      const { state, totals, causes, hours, affected, affectedProbes } = coverageStatement(
        span,
        someFacts(facts),
        limits,
      )
      const sum = (name: 'late' | 'missing' | 'silentSeconds', of: readonly Record<typeof name, number>[]) =>
        of.reduce((total, each) => total + each[name], 0)
      for (const name of ['late', 'missing', 'silentSeconds'] as const) {
        const cause = causes.find((each) => each.cause === (name === 'silentSeconds' ? 'silent' : name))
        expect(cause?.count ?? 0).toBe(totals[name])
        expect([
          sum(name, hours),
          sum(
            name,
            affected.map((each) => each.totals),
          ),
        ]).toEqual([totals[name], totals[name]])
      }
      expect(state).toBe(causes.length > 0 ? 'incomplete' : 'complete')
      expect(affectedProbes > 0).toBe(causes.length > 0)
    }),
  )
})
