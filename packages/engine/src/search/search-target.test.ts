import { families, type Family } from '@watchpost/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexName } from '../generation.ts'
import { searchTarget } from './search-target.ts'

const numbers = (...each: number[]) => new Set(each)
const day = '2026-11-14'
const kept = (family: Family, ...each: number[]) =>
  each.map((number) => ({ number, name: indexName('', family, { number, day }) }))
const byExclusion = { canUseOpenAlias: false }

/** How the engine resolves a target: patterns add, patterns with a minus remove. */
function resolved(target: string, indexes: readonly string[], open: readonly string[] = []): string[] {
  const matches = (pattern: string, name: string) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(name)
  const asked = new Set<string>()
  for (const each of target.split(',')) {
    if (each.endsWith('-open')) {
      for (const name of open) if (name.startsWith(each.slice(0, -'open'.length))) asked.add(name)
    }
    if (each.startsWith('-')) for (const name of indexes) if (matches(each.slice(1), name)) asked.delete(name)
    if (!each.startsWith('-')) for (const name of indexes) if (matches(each, name)) asked.add(name)
  }
  return [...asked].toSorted()
}

test('uses the aliases if nothing is excluded', () => {
  expect(searchTarget('', ['network_events', 'malware'], [], byExclusion)).toBe('network_events,malware')
  const none = { family: 'malware', numbers: numbers(), kept: kept('malware', 1, 2) } as const
  expect(searchTarget('test-', ['malware'], [none], { canUseOpenAlias: true })).toBe('test-malware')
})

test('excludes generations by number, a whole run of ten in one pattern', () => {
  const leftOut = {
    family: 'malware',
    numbers: numbers(...Array.from({ length: 42 }, (_, n) => n + 1)),
    kept: kept('malware', 43),
  } as const
  expect(searchTarget('', ['malware'], [leftOut], byExclusion)).toBe(
    'malware-*.*.*-*,-malware-*-00000*,-malware-*-00001*,-malware-*-00002*,-malware-*-00003*,-malware-*-000040,-malware-*-000041,-malware-*-000042',
  )
})

test('names the indexes if new ones have the open alias', () => {
  const leftOut = { family: 'malware', numbers: numbers(1, 2), kept: kept('malware', 3, 4) } as const
  expect(searchTarget('', ['malware'], [leftOut], { canUseOpenAlias: true })).toBe(
    'malware-2026.11.14-000003,malware-2026.11.14-000004,malware-open',
  )
})

test('excludes exactly the generations that cannot match, and none that is created later', () => {
  const generation = fc.record({ isLeftOut: fc.boolean(), isThere: fc.boolean() })
  fc.assert(
    fc.property(
      fc.array(generation, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 0, max: 5_000 }),
      fc.subarray([...families], { minLength: 1 }),
      fc.boolean(),
      (generations, first, asked, canUseOpenAlias) => {
        const known = generations.flatMap(({ isLeftOut, isThere }, turn) =>
          isThere ? [{ number: first + turn, isLeftOut }] : [],
        )
        const nameOf = (family: Family, number: number) => indexName('p-', family, { number, day })
        const namesOf = (of: readonly number[]) => of.flatMap((number) => asked.map((family) => nameOf(family, number)))
        const leftOut = asked.map((family) => ({
          family,
          numbers: new Set(known.filter((each) => each.isLeftOut).map(({ number }) => number)),
          kept: known.filter((each) => !each.isLeftOut).map(({ number }) => ({ number, name: nameOf(family, number) })),
        }))
        const target = searchTarget('p-', asked, leftOut, { canUseOpenAlias })
        const newest = known.at(-1)?.number ?? 0
        const later = [newest + 1, newest + 2, newest + 11, newest + 1_000]
        const kept = known.filter((each) => !each.isLeftOut).map(({ number }) => number)
        const isNarrowed = known.some((each) => each.isLeftOut)
        const all = namesOf([...known.map(({ number }) => number), ...later])
        if (isNarrowed) expect(resolved(target, all, namesOf(later))).toEqual(namesOf([...kept, ...later]).toSorted())
        else expect(target).toBe(asked.map((family) => `p-${family}`).join())
      },
    ),
  )
})

test('queries too many indexes rather than too few if the target would be too long', () => {
  const all = Array.from({ length: 2_000 }, (_, n) => n + 1)
  const [odd, even] = [all.filter((n) => n % 2 === 1), all.filter((n) => n % 2 === 0)]
  const target = searchTarget(
    '',
    ['malware'],
    [{ family: 'malware', numbers: new Set(odd), kept: kept('malware', ...even) }],
    { canUseOpenAlias: true },
  )
  const names = all.map((number) => indexName('', 'malware', { number, day }))
  const asked = resolved(target, names)
  expect(target.length).toBeLessThan(3_600)
  expect(asked.length).toBeLessThan(2_000)
  for (const number of even) expect(asked).toContain(indexName('', 'malware', { number, day }))
})

test('keeps the target short with ten years of days', () => {
  const numbersOf = Array.from({ length: 3_650 }, (_, n) => n + 1)
  const leftOut = families.map((family) => ({
    family,
    numbers: new Set(numbersOf.slice(0, -1)),
    kept: kept(family, 3_650),
  }))
  for (const canUseOpenAlias of [true, false]) {
    expect(searchTarget('', families, leftOut, { canUseOpenAlias }).length).toBeLessThan(2_000)
  }
})
