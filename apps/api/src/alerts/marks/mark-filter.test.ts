import type { MarkConditions } from '@watchpost/engine'
import { expect, test } from 'vitest'
import { isFilter, isWanted } from './mark-filter.ts'

test.each<[MarkConditions, boolean]>([
  [{}, false],
  [{ statuses: [] }, false],
  [{ statuses: ['open', 'acknowledged', 'closed'] }, false],
  [{ statuses: ['open'] }, true],
  [{ notStatuses: ['closed'] }, true],
  [{ tags: ['x'] }, true],
  [{ notTags: ['x'] }, true],
  [{ verdicts: ['none'] }, true],
  [{ notAssignees: [] }, false],
  [{ assignees: ['@none'] }, true],
])('%j filters something out: %s', (filter, isOne) => {
  expect(isFilter(filter)).toBe(isOne)
})

test.each<[MarkConditions, boolean, boolean]>([
  [{ statuses: ['open'] }, true, false],
  [{ notStatuses: ['open'] }, false, true],
  [{ tags: ['x', 'y'] }, false, true],
  [{ tags: ['x', 'z'] }, false, false],
  [{ notTags: ['x'] }, true, false],
  [{ verdicts: ['none', 'benign'] }, true, true],
  [{ notVerdicts: ['benign'] }, true, false],
  [{ assignees: ['@none'] }, true, false],
  [{ assignees: ['olga'] }, false, true],
  [{ statuses: ['closed'], notAssignees: ['olga'] }, false, false],
])('%j wants an unmarked alert: %s, a closed one: %s', (filter, unmarked, closed) => {
  const mark = { status: 'closed', tags: ['x', 'y'], verdict: 'benign', assignee: 'olga' } as const
  expect([isWanted(filter, undefined), isWanted(filter, { ...mark, tags: [...mark.tags] })]).toEqual([unmarked, closed])
})
