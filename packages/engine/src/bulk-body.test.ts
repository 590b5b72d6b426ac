import { expect, test } from 'vitest'
import { createBulkBodies } from './bulk-body.ts'

const INDEX = 'network_events-2026.11.14-000001'

function documents(count: number, text: string) {
  return Array.from({ length: count }, (_, n) => ({ index: INDEX, id: `1-a-${n}`, json: JSON.stringify({ n, text }) }))
}

function expected(all: ReturnType<typeof documents>): string {
  return all.map(({ index, id, json }) => `{"create":{"_index":"${index}","_id":"${id}"}}\n${json}\n`).join('')
}

test('writes one action and one document per line, as UTF-8', () => {
  const all = documents(3, 'Zürich 東京 🚨')
  expect(createBulkBodies().create(all).bytes.toString()).toBe(expected(all))
})

test('grows as needed', () => {
  const all = documents(40, '東京'.repeat(50_000))
  expect(createBulkBodies().create(all).bytes.toString() === expected(all)).toBe(true)
})

test('does not reuse a body before it is released', () => {
  const bodies = createBulkBodies()
  const [first, second] = [documents(2, 'first'), documents(2, 'second')]
  const one = bodies.create(first)
  const other = bodies.create(second)
  expect(one.bytes.toString()).toBe(expected(first))
  one.release()
  const again = bodies.create(second)
  expect(again.bytes.buffer).toBe(one.bytes.buffer)
  expect(other.bytes.toString()).toBe(expected(second))
  expect(again.bytes.toString()).toBe(expected(second))
})
