import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { runBlocks } from './run-blocks.ts'

test('runs blocks in one shell and reports failed commands', async () => {
  const blocks = [
    { place: 'a.md:2', text: 'NAME=value\nask() { false; }' },
    { place: 'a.md:7', text: 'echo "$NAME"\nask\necho after' },
    { place: 'a.md:12', text: 'test "$NAME" = value' },
  ]
  expect(await runBlocks(blocks, { cwd: tmpdir() })).toEqual([
    { place: 'a.md:2', failures: [], statuses: [], output: '\n' },
    { place: 'a.md:7', failures: ['1 false', '1 false'], statuses: [], output: 'value\n\n\nafter\n\n' },
    { place: 'a.md:12', failures: [], statuses: [], output: '' },
  ])
})

test('reports an unreachable server', async () => {
  const [block] = await runBlocks([{ place: 'a.md:1', text: 'curl -sS http://127.0.0.1:1/' }], { cwd: tmpdir() })
  expect(block?.statuses).toEqual([0])
  expect(block?.failures).not.toEqual([])
})
