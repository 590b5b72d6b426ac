import { expect, test } from 'vitest'
import { anAlert } from '../fixtures/an-alert.ts'
import { rowOf } from '../list/alert-row.ts'
import { jobsFor, targetCount } from './target.ts'

const times = { first: '2026-11-14T09:00:00.000Z', last: '2026-11-14T10:00:00.000Z' }
const groupRow = (group: string, count: number) =>
  rowOf({ group, count, ...times, risk: 50, alert: anAlert({ uuid: `first of ${group}` }) })
const query = { status: 'open', src_ip: '10.0.0.1', sort_by: 'date_desc' } as const
const change = { status: 'closed' } as const

test('groups stand for their alerts that the list matches', () => {
  const rows = [groupRow('x', 3), groupRow('y', 1)]
  expect(targetCount({ rows })).toBe(4)
  expect(jobsFor({ rows }, change, query)).toEqual([
    { filter: { status: 'open', src_ip: '10.0.0.1', group: ['x', 'y'] }, change },
  ])
})

test('names single alerts, at most 1,000 in one job', () => {
  const rows = Array.from({ length: 1_001 }, (_, n) => anAlert({ uuid: `u-${n}` }))
  const jobs = jobsFor({ rows }, change, query)
  expect(jobs.map(({ ids = [], filter }) => [ids.length, filter])).toEqual([
    [1_000, undefined],
    [1, undefined],
  ])
})

test('lists at most 500 groups in one job', () => {
  const rows = Array.from({ length: 501 }, (_, n) => groupRow(`g${n}`, 2))
  expect(jobsFor({ rows }, change, query).map(({ filter }) => filter?.group?.length)).toEqual([500, 1])
})

test('everything that matches is one job on what was counted', () => {
  const all = { total: 1_187, asOf: 'then', query }
  expect(targetCount(all)).toBe(1_187)
  expect(jobsFor(all, change, query)).toEqual([
    { filter: { status: 'open', src_ip: '10.0.0.1' }, as_of: 'then', change },
  ])
})
