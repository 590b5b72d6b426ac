import { expect, test } from 'vitest'
import { findWords } from './find-words.ts'
import { judgeWords } from './judge-words.ts'

const words = (path: string, text: string) => findWords(path, text).map(({ line, word }) => `${line} ${word}`)

test.each([
  ['a comment', 'a.ts', '/** Built anew each time. */'],
  ['a comment behind code', 'a.ts', 'const a = 1 // asked anew'],
  ['a line of a longer comment', 'a.ts', ' * is made anew'],
  ['the name of a test', 'a.test.ts', "test('it begins anew', () => {"],
  ['a message', 'a.ts', 'throw new Error(`${name} starts anew`)'],
  ['a text of the pages', 'a.tsx', "  'key.one': 'Ask anew',"],
  ['a document', 'a.md', 'It begins anew.'],
])('reports a planted word in %s', (_, path, text) => {
  expect(words(path, text)).toEqual(['1 anew'])
})

test.each([
  ['an identifier', 'a.ts', 'const anew = await enrol(code)'],
  ['a string of one word', 'a.ts', "const caller = callers['anew'] ?? 'anew'"],
  ['a code span of a comment', 'a.ts', '// See `anew`.'],
  ['a code span of a document', 'a.md', 'Call `begin anew`.'],
  ['a part of a name', 'a.md', 'the code changed-anew, login_anew, anew.ts'],
  ['the target of a link', 'a.md', '[see](docs/anew to.md)'],
])('ignores %s', (_, path, text) => {
  expect(words(path, text)).toEqual([])
})

test('ignores code blocks in documents but checks the text after them', () => {
  expect(words('a.md', 'one\n```sh\nbegin anew\n```\nbegin anew')).toEqual(['5 anew'])
})

test('finds phrases but not similar harmless text', () => {
  expect(words('a.md', 'It is no text. Give a time as 30s.')).toEqual(['1 it is no', '1 as 30s'])
  expect(words('a.md', 'It is no longer there. As 30 people know.')).toEqual([])
})

test('allows a word as often as to-do.ts says', () => {
  const one = { path: 'a.ts', line: 3, word: 'anew' }
  expect(judgeWords([one], { anew: 1 })).toEqual({ failures: [], notes: [] })
  expect(judgeWords([one], {}).failures).toEqual(['a.ts:3: do not write "anew": again'])
  expect(judgeWords([one, { ...one, line: 4 }], { anew: 1 }).failures).toHaveLength(2)
  expect(judgeWords([], { anew: 1 }).notes).toHaveLength(1)
})
