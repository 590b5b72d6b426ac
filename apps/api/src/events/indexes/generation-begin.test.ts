import { expect, test } from 'vitest'
import { generationBegin } from './generation-begin.ts'

const day = 86_400_000
const start = Date.parse('2026-11-10')

test("uses the opening time of a generation if it is on the generation's day", () => {
  expect(generationBegin('2026-11-10', undefined)).toBe(start)
  expect(generationBegin('2026-11-10', new Date(start + 3_600_000))).toBe(start + 3_600_000)
  expect(generationBegin('2026-11-10', new Date(start + 9 * day))).toBe(start)
  expect(generationBegin('2026-11-10', new Date(start - 5_000))).toBe(start)
})
