import { families, type Family } from '@watchpost/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseIndexes, type KnownIndex } from './choose-indexes.ts'

const hour = 3_600_000
const index = (number: number, times: KnownIndex['times'], family: Family = 'malware'): KnownIndex => ({
  name: `${family}-${number}`,
  uuid: `${family}-${number}`,
  family,
  number,
  begunAt: 0,
  shards: 2,
  documents: 10,
  times,
  hasOpenAlias: true,
})
const week = [1, 2, 3, 4, 5, 6].map((day) =>
  index(day, { least: day * 24 * hour, greatest: (day + 1) * 24 * hour - 1 }),
)

test('skips sealed indexes outside the range, but never open ones', () => {
  const known = [...week, index(7, 'open')]
  expect(chooseIndexes('', ['malware'], known, { from: 5.5 * 24 * hour, to: undefined }, true)).toEqual({
    target: 'malware-5,malware-6,malware-7,malware-open',
    shards: 6,
  })
  expect(chooseIndexes('', ['malware'], known, { from: undefined, to: 2.5 * 24 * hour }, true).shards).toBe(6)
})

test.each([
  ['the survey is old', false, true],
  ['the newest index lacks the open alias', true, false],
])('lists what to exclude if %s', (_why, isRecent, hasOpenAlias) => {
  const known = [...week, { ...index(7, 'open'), hasOpenAlias }]
  const { target } = chooseIndexes('', ['malware'], known, { from: 5.5 * 24 * hour, to: undefined }, isRecent)
  expect(target).toBe('malware-*.*.*-*,-malware-*-000001,-malware-*-000002,-malware-*-000003,-malware-*-000004')
})

test('searches everything by its alias without a range', () => {
  const choice = chooseIndexes('', ['malware'], [...week, index(7, 'open')], { from: undefined, to: undefined }, true)
  expect(choice).toEqual({ target: 'malware', shards: 14 })
})

test('searches everything without a view', () => {
  const choice = chooseIndexes('p-', ['malware', 'network_events'], [], { from: 1, to: 2 }, true)
  expect(choice).toEqual({ target: 'p-malware,p-network_events', shards: 0 })
})

test('searches at least one index of each family, so that the answer contains its aggregations', () => {
  const known = [...week, index(1, undefined, 'network_events')]
  const choice = chooseIndexes('', ['malware', 'network_events'], known, { from: 1e15, to: undefined }, true)
  expect(choice.shards).toBe(4)
  expect(choice.target).not.toContain('000006')
})

test('never skips an index with a time in the range, however odd its times', () => {
  const time = fc.oneof(
    fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }),
    fc.integer({ min: 1_790_000_000_000, max: 1_800_000_000_000 }),
    fc.constantFrom(0, -1),
  )
  const made = fc.record({ family: fc.constantFrom(...families), events: fc.array(time), isOpen: fc.boolean() })
  const bound = fc.option(time, { nil: undefined })
  fc.assert(
    fc.property(
      fc.array(made, { maxLength: 20 }),
      bound,
      bound,
      fc.subarray([...families], { minLength: 1 }),
      fc.boolean(),
      (all, from, to, asked, isRecent) => {
        const known = all.map(({ family, events, isOpen }, at): KnownIndex => {
          const times = events.length > 0 ? { least: Math.min(...events), greatest: Math.max(...events) } : undefined
          return index(at + 1, isOpen ? 'open' : times, family)
        })
        const parts = chooseIndexes('', asked, known, { from, to }, isRecent).target.split(',')
        const excluded = parts.filter((each) => each.startsWith('-'))
        const isByName = parts.some((each) => each.endsWith('-open'))
        const isLeftOut = ({ name, family, number }: KnownIndex) =>
          (isByName && !parts.includes(name)) ||
          excluded.some((pattern) =>
            new RegExp(`^${pattern.slice(1).replaceAll('*', '.*')}$`).test(
              `${family}-x-${String(number).padStart(6, '0')}`,
            ),
          )
        const canHit = (event: number) => event >= (from ?? -Infinity) && event <= (to ?? Infinity)
        all.forEach(({ family, events, isOpen }, at) => {
          const own = known[at]
          if (!own || !asked.includes(family)) return
          if (isOpen || events.some(canHit)) expect(isLeftOut(own)).toBe(false)
        })
      },
    ),
  )
})
