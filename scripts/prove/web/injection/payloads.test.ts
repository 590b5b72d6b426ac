import { expect, test } from 'vitest'
import { payloads } from './payloads.ts'

test('makes unique numbered payloads, starting with one for every vector', () => {
  const all = payloads(500)
  expect(new Set(all).size).toBe(500)
  for (const [number, payload] of all.entries()) expect(payload).toContain(String(number))
  expect(payloads(60)).toEqual(all.slice(0, 60))
})
