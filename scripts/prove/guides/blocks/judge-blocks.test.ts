import { expect, test } from 'vitest'
import { createReport } from '../../harness/report.ts'
import { judgePage } from './judge-blocks.ts'

function judged(text: string, statuses: number[], failures: string[] = []): boolean[] {
  const held: boolean[] = []
  const report = { ...createReport('test'), check: (_: string, isHeld: boolean) => void held.push(isHeld) }
  judgePage(report, 'a.md', [{ place: 'a.md:1', text }], [{ place: 'a.md:1', statuses, failures, output: '' }])
  return held
}

test('a rejected request is a fault unless the block announces it', () => {
  expect(judged('ask', [200])).toEqual([true])
  expect(judged('ask', [404])).toEqual([false])
  expect(judged('ask # 404 not-found', [404])).toEqual([true])
  expect(judged('ask # 404 not-found', [200])).toEqual([false])
})

test('a failed command is a fault', () => {
  expect(judged('false', [], ['1 false'])).toEqual([false])
})
