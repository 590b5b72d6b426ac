import { expect, test } from 'vitest'
import { type AlertState, changedState, changesBetween, unchangedState } from './alert-mark.ts'

const judged: AlertState = { ...unchangedState, verdict: 'benign', reason: 'a scan of ours', tags: ['lab'] }

test('changes only the given fields', () => {
  expect(changedState(judged, { status: 'closed' })).toEqual({ ...judged, status: 'closed' })
  expect(changedState(judged, { addTags: ['b', 'a'], removeTags: ['lab'] }).tags).toEqual(['a', 'b'])
  expect(changedState(judged, { assignee: 'olga' }).assignee).toBe('olga')
  expect(changedState({ ...judged, assignee: 'olga' }, { assignee: null }).assignee).toBe(null)
})

test('keeps the reason of a verdict only as long as the verdict', () => {
  expect(changedState(judged, { verdict: 'benign' }).reason).toBe('a scan of ours')
  expect(changedState(judged, { verdict: 'true_positive' })).toMatchObject({ verdict: 'true_positive', reason: '' })
  expect(changedState(judged, { verdict: null })).toMatchObject({ verdict: null, reason: '' })
})

test('lists the fields that changed, with old and new value', () => {
  expect(changesBetween(judged, changedState(judged, { verdict: null, tags: [] }))).toEqual({
    tags: { from: ['lab'], to: [] },
    verdict: { from: 'benign', to: null },
    reason: { from: 'a scan of ours', to: '' },
  })
  expect(changesBetween(judged, changedState(judged, { status: 'open', addTags: ['lab'] }))).toBe(undefined)
})
