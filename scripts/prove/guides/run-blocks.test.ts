import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { runBlocks } from './run-blocks.ts'

test('runs blocks in one shell and reports failed commands', async () => {
  const blocks = [
    { line: 2, text: 'NAME=value\nask() { false; }' },
    { line: 7, text: 'echo "$NAME"\nask\necho after' },
    { line: 12, text: 'test "$NAME" = value' },
  ]
  expect(await runBlocks(blocks, tmpdir())).toEqual([
    { line: 2, failures: [], statuses: [], output: '\n' },
    { line: 7, failures: ['1 false', '1 false'], statuses: [], output: 'value\n\n\nafter\n\n' },
    { line: 12, failures: [], statuses: [], output: '' },
  ])
})

test('reports an unreachable server', async () => {
  const [block] = await runBlocks([{ line: 1, text: 'curl -sS http://127.0.0.1:1/' }], tmpdir())
  expect(block?.statuses).toEqual([0])
  expect(block?.failures).not.toEqual([])
})
