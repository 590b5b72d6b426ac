import { expect, test } from 'vitest'
import { engineWord, judgeAnswer, judgeProblem } from './judge.ts'

const headers = { 'content-type': 'application/problem+json' }
const problem = (detail: string) => JSON.stringify({ type: '/problems/x', status: 400, detail })
const refused = { status: 400, headers, text: problem('/size is not a number.') }

test('accepts an answer that matches the table', () => {
  expect(judgeAnswer({ expect: [400, 422], detail: 'size' }, refused)).toBeUndefined()
  expect(judgeAnswer({ expect: [200] }, { status: 200, headers: {}, text: '{}' })).toBeUndefined()
})

test.each([
  ['another status', { expect: [401] }, refused],
  ['a detail that names nothing', { expect: [400], detail: 'query' }, refused],
  [
    'a header that must not be there',
    { expect: [400], absentHeaders: ['x'] },
    { ...refused, headers: { ...headers, x: 'y' } },
  ],
  ['a refusal without a problem body', { expect: [400] }, { ...refused, headers: {} }],
  [
    'words of the engine',
    { expect: [400] },
    { ...refused, text: problem('[1:85] [ip_range] failed to parse field [ranges]') },
  ],
])('reports %s', (_, row, answer) => {
  expect(judgeAnswer(row, answer)).toEqual(expect.any(String))
})

test.each([
  'failed to create query: Value [[31 38]] is out of range for a long',
  'parse_exception: x',
  'org.opensearch.index',
  'invalid byte sequence for encoding "UTF8": 0x00',
  'Error: x\n    at Object.read (/app/index.js:1:2)',
])('finds backend wording in %s', (text) => {
  expect(engineWord(text)).toBeDefined()
})

test('finds no backend wording in our own messages', () => {
  expect(engineWord('`actor` holds a control character. Remove it.')).toBeUndefined()
  expect(judgeProblem(refused)).toBeUndefined()
})
