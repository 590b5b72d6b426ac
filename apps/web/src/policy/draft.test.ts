import { expect, test } from 'vitest'
import { draftOf, isChanged, namedTwice, nextRow, policyOf } from './draft.ts'
import { aPolicy } from './fixtures/a-policy.ts'

test('a draft converts back to the same policy and is unchanged', () => {
  expect(policyOf(draftOf(aPolicy))).toEqual(aPolicy)
  expect(isChanged(draftOf(aPolicy), aPolicy)).toBe(false)
})

test('ignores the order of names in the stored policy', () => {
  const { category, ...rest } = aPolicy
  const turned = { category: Object.fromEntries(Object.entries(category).toReversed()), ...rest }
  expect(isChanged(draftOf(turned), aPolicy)).toBe(false)
})

test('lists categories with the most points first', () => {
  expect(draftOf(aPolicy).categories.map(({ name }) => name)).toEqual(['Trojan', 'Scan', 'Privacy/Policy'])
})

test('splits networks at line breaks and commas and drops empty ones', () => {
  const draft = { ...draftOf(aPolicy), networks: ' 192.0.2.0/24 \n\n2001:db8::/32,10.0.0.0/8\n' }
  expect(policyOf(draft).own_networks).toEqual(['192.0.2.0/24', '2001:db8::/32', '10.0.0.0/8'])
  expect(isChanged(draft, aPolicy)).toBe(true)
})

test.each(['', ' ', 'much', '1,5'])('sends a text that is not a number as null: "%s"', (field) => {
  const draft = { ...draftOf(aPolicy), worstPercent: field }
  expect(JSON.parse(JSON.stringify(policyOf(draft))).cluster.worst_percent).toBe(null)
})

test('leaves out a category without a name', () => {
  const draft = draftOf(aPolicy)
  const row = nextRow(draft.categories)
  const categories = [...draft.categories, { row, name: ' ', points: '5' }]
  expect(isChanged({ ...draft, categories }, aPolicy)).toBe(false)
  expect(row).toBe(3)
})

test('reports a name that occurs in two rows', () => {
  const rows = ['a', ' b', 'b ', '', ''].map((name, row) => ({ row, name, points: '1' }))
  expect([...namedTwice(rows)]).toEqual(['b'])
})
