import { countExamples, searchExamples } from '@watchpost/contract'
import { fieldCatalog } from '@watchpost/engine'
import { families, type Family } from '@watchpost/model'
import { guardSearch } from '@watchpost/query-guard'
import { expect, test } from 'vitest'

const judge = (value: object, family: Family, kind: 'search' | 'count') =>
  guardSearch(Buffer.from(JSON.stringify(value)), { fields: fieldCatalog(family), kind })

const familyOf = (summary: string) => families.find((family) => summary.includes(`(${family})`)) ?? 'network_events'

test.each(Object.values(searchExamples))('the documented search "$summary" is allowed', ({ summary, value }) => {
  expect(judge(value, familyOf(summary), 'search')).toMatchObject({ ok: true })
})

test.each(Object.values(countExamples))('the documented count "$summary" is allowed', ({ summary, value }) => {
  expect(judge(value, familyOf(summary), 'count')).toMatchObject({ ok: true })
})
