import { expect, test } from 'vitest'
import { toInstant } from './timestamp.ts'

test.each([
  ['2026-11-14T09:12:33.412345+0000', '2026-11-14T09:12:33.412Z'],
  ['2026-11-14T09:12:33.412345+0200', '2026-11-14T07:12:33.412Z'],
  ['2026-11-14T09:12:33-05:30', '2026-11-14T14:42:33.000Z'],
  ['2026-11-14T09:12:33.4Z', '2026-11-14T09:12:33.400Z'],
  ['2026-11-14T09:12:33', '2026-11-14T09:12:33.000Z'],
  ['2026-11-14', undefined],
  ['2026-11-14T25:12:33Z', undefined],
  [1_795_000_000, undefined],
  [undefined, undefined],
])('%s is %s', (text, instant) => {
  expect(toInstant(text)).toBe(instant)
})
