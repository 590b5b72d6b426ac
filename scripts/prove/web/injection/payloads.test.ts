import { expect, test } from 'vitest'
import { payloads } from './payloads.ts'

test('payloads are all different, each with its number, and the first ones are every way in', () => {
  const all = payloads(500)
  expect(new Set(all).size).toBe(500)
  for (const [number, payload] of all.entries()) expect(payload).toContain(String(number))
  expect(payloads(60)).toEqual(all.slice(0, 60))
})
