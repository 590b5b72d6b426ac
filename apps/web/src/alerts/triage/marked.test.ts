import { expect, test } from 'vitest'
import { markedBy, tagsIn } from './marked.ts'

const mark = {
  status: 'open',
  note: 'old',
  tags: ['lab'],
  verdict: 'benign',
  reason: 'a scan of ours',
  assignee: 'olga',
  changed_at: null,
  changed_by: null,
} as const

test('a change keeps members that it does not name', () => {
  const before = { ...mark, tags: [...mark.tags] }
  expect(markedBy(before, { status: 'closed' })).toMatchObject({ status: 'closed', note: 'old', tags: ['lab'] })
  expect(markedBy(before, { add_tags: ['phishing', 'lab'], remove_tags: ['lab'] }).tags).toEqual(['phishing'])
  expect(markedBy(before, { tags: [], note: '' })).toMatchObject({ tags: [], note: '', assignee: 'olga' })
  expect(markedBy(before, { verdict: 'benign', assignee: null })).toMatchObject({
    verdict: 'benign',
    reason: 'a scan of ours',
    assignee: null,
  })
  expect(markedBy(before, { verdict: null })).toMatchObject({ verdict: null, reason: '' })
})

test('splits tags at commas and spaces', () => {
  expect(tagsIn(' lab, phishing  lab ')).toEqual(['lab', 'phishing'])
})
