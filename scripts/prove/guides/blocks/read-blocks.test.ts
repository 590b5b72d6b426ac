import { expect, test } from 'vitest'
import { announcedStatuses, readBlocks } from './read-blocks.ts'

test('reads shell blocks with their lines and norun reasons', () => {
  const page = [
    '# Title',
    '```sh',
    'echo 1',
    '```',
    '```json',
    '{}',
    '```',
    '```sh norun needs a SIEM',
    'b',
    '```',
  ].join('\n')
  expect(readBlocks('a.md', page)).toEqual([
    { place: 'a.md:3', text: 'echo 1' },
    { place: 'a.md:9', text: 'b', norun: 'needs a SIEM' },
  ])
})

test('reads blocks of a list without their indentation', () => {
  const page = '1. First\n\n   ```sh\n   if true\n     then b\n   fi\n   ```'
  expect(readBlocks('a.md', page)).toEqual([{ place: 'a.md:4', text: 'if true\n  then b\nfi' }])
})

test('reads where a block runs', () => {
  const page = ['packages', 'on db-1,db-2', 'on db-2 later'].map((info) => `\`\`\`sh ${info}\na\n\`\`\``).join('\n')
  expect(readBlocks('a.md', page)).toEqual([
    { place: 'a.md:2', text: 'a', needsPackages: true },
    { place: 'a.md:5', text: 'a', on: ['db-1', 'db-2'] },
    { place: 'a.md:8', text: 'a', on: ['db-2'], isLater: true },
  ])
  expect(() => readBlocks('a.md', '```sh pakages\n```')).toThrow('a.md:1: unknown word after sh: pakages')
})

test('rejects a block without an end', () => {
  expect(() => readBlocks('a.md', '```sh\necho')).toThrow('a.md:1')
})

test('reads announced statuses in order', () => {
  expect(announcedStatuses('ask 1 # 400 query-invalid\nask 2 # 422 x\nask 3 # 2026')).toEqual([400, 422])
})
