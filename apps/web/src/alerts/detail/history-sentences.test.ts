import { expect, test } from 'vitest'
import { sentencesOf } from './history-sentences.ts'

test('says what was set, changed and removed', () => {
  expect(
    sentencesOf({
      status: { from: 'open', to: 'closed' },
      verdict: { from: null, to: 'benign' },
      reason: { from: '', to: 'a scan of ours' },
      assignee: { from: 'olga', to: null },
      tags: { from: [], to: ['a', 'b'] },
      note: { from: 'one', to: 'two' },
    }),
  ).toEqual([
    'Status changed from Open to Closed',
    'Verdict set to Benign',
    'Reason of the verdict set to “a scan of ours”',
    'Assignee removed, was olga',
    'Tags set to a, b',
    'Note changed from “one” to “two”',
  ])
  expect(sentencesOf({})).toEqual([])
})
