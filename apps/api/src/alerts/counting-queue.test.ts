import { expect, test } from 'vitest'
import { countingQueue } from './counting-queue.ts'

const now = Date.parse('2026-11-14T12:00:00Z')

test.each([
  [{}, 'costly'],
  [{ to: '2026-11-14T10:00:00Z' }, 'costly'],
  [{ from: '2026-11-13T12:00:00Z' }, 'cheap'],
  [{ from: '2026-11-12T12:00:00Z' }, 'costly'],
  [{ from: '2026-10-01T00:00:00Z', to: '2026-10-02T00:00:00Z' }, 'cheap'],
  [{ from: '2026-10-01T00:00:00Z', to: '2026-10-03T00:00:00Z' }, 'costly'],
  // Nothing is counted after now, however far the range goes.
  [{ from: '2026-11-14T00:00:00Z', to: '2027-01-01T00:00:00Z' }, 'cheap'],
] as const)('counting in %o is %s', (filter, queue) => {
  expect(countingQueue(filter, now)).toBe(queue)
})
