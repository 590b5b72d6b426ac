import type { Backlog } from '@watchpost/log'
import { expect, test } from 'vitest'
import { admit } from './admission.ts'

const limits = { backlogLimit: 0.7, minFreeBytes: 1_000, maxPendingBytes: 100 }
const quiet: Backlog = { records: 0, bytesShare: 0, isOld: false, freeBytes: 10_000 }

function verdict(backlog: Partial<Backlog> | undefined, pendingBytes = 0): string {
  const answer = admit({ backlog: backlog && { ...quiet, ...backlog }, hold: undefined, pendingBytes }, limits)
  return answer === 'admitted' ? answer : answer.code
}

test.each([
  ['admitted', {}, 0],
  ['admitted', { bytesShare: 0.69 }, 100],
  ['backlog', { bytesShare: 0.7 }, 0],
  ['backlog', { isOld: true }, 0],
  ['log-disk-full', { freeBytes: 999 }, 0],
  ['busy', {}, 101],
])('%s', (expected, backlog, pending) => {
  expect(verdict(backlog, pending)).toBe(expected)
})

test('refuses with the hold of another service before it looks at its own measurements', () => {
  const answer = admit({ backlog: quiet, hold: { detail: 'Add room.' }, pendingBytes: 0 }, limits)
  expect(answer).toMatchObject({ code: 'engine-disk-full', detail: 'Add room.' })
})

test('admits batches before the first backlog measurement', () => {
  expect(verdict(undefined)).toBe('admitted')
})
