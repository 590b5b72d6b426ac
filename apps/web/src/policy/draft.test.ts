import { expect, test } from 'vitest'
import { draftOf, isChanged, namedTwice, nextRow, policyOf } from './draft.ts'
import { aPolicy } from './fixtures/a-policy.ts'

test('what is shown is what is sent, and nothing has changed', () => {
  expect(policyOf(draftOf(aPolicy))).toEqual(aPolicy)
  expect(isChanged(draftOf(aPolicy), aPolicy)).toBe(false)
})

test('the order in which the store keeps names is no change', () => {
  const { category, ...rest } = aPolicy
  const turned = { category: Object.fromEntries(Object.entries(category).toReversed()), ...rest }
  expect(isChanged(draftOf(turned), aPolicy)).toBe(false)
})

test('categories that count most come first', () => {
  expect(draftOf(aPolicy).categories.map(({ name }) => name)).toEqual(['Trojan', 'Scan', 'Privacy/Policy'])
})

test('networks are lines, and empty ones are none', () => {
  const draft = { ...draftOf(aPolicy), networks: ' 192.0.2.0/24 \n\n2001:db8::/32,10.0.0.0/8\n' }
  expect(policyOf(draft).own_networks).toEqual(['192.0.2.0/24', '2001:db8::/32', '10.0.0.0/8'])
  expect(isChanged(draft, aPolicy)).toBe(true)
})

test.each(['', ' ', 'much', '1,5'])('what is not a number is sent as none: "%s"', (field) => {
  const draft = { ...draftOf(aPolicy), worstPercent: field }
  expect(JSON.parse(JSON.stringify(policyOf(draft))).cluster.worst_percent).toBe(null)
})

test('a category without a name is not written yet', () => {
  const draft = draftOf(aPolicy)
  const row = nextRow(draft.categories)
  const categories = [...draft.categories, { row, name: ' ', points: '5' }]
  expect(isChanged({ ...draft, categories }, aPolicy)).toBe(false)
  expect(row).toBe(3)
})

test('a name that two rows have is told', () => {
  const rows = ['a', ' b', 'b ', '', ''].map((name, row) => ({ row, name, points: '1' }))
  expect([...namedTwice(rows)]).toEqual(['b'])
})
