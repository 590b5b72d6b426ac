import { expect, test } from 'vitest'
import { spoofed } from './events.ts'

const stream = 'ab'.repeat(16)
const facts = { stream, probe: 7, rows: [{ name: 'first', line: '{}' }] }
const own = { uuid: `7-${stream}-000000000000`, probe: { id: 7 }, ingest: { stream, sequence: 0 } }

test("accepts documents with the appliance's envelope", () => {
  expect(spoofed([own], facts)).toEqual([])
})

test.each([
  ['another probe', { ...own, probe: { id: 1 } }],
  ['another identity', { ...own, uuid: '1-x' }],
  ['a sequence that was never sent', { ...own, ingest: { stream, sequence: 99 } }],
])('reports %s', (_, document) => {
  expect(spoofed([document], facts)).toHaveLength(1)
})

test('reports when no document is found', () => {
  expect(spoofed([], facts)).toEqual(['no document was found'])
})
