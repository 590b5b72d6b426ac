import { expect, test } from 'vitest'
import { announcedStatuses, readBlocks } from './read-blocks.ts'

test('reads shell blocks with their line numbers and norun reasons', () => {
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
  expect(readBlocks(page)).toEqual([
    { line: 3, text: 'echo 1' },
    { line: 9, text: 'b', norun: 'needs a SIEM' },
  ])
})

test('rejects a block without an end', () => {
  expect(() => readBlocks('```sh\necho')).toThrow('line 1')
})

test('reads announced statuses in order', () => {
  expect(announcedStatuses('ask 1 # 400 query-invalid\nask 2 # 422 x\nask 3 # 2026')).toEqual([400, 422])
})
