import { expect, test } from 'vitest'
import { mend } from './mend.ts'

test('keeps the last value of a duplicate name', () => {
  expect(mend('{"mqtt":{"a":1,"a":2}}')).toBe('{"mqtt":{"a":2}}')
})

test('removes a transaction of which nothing was seen', () => {
  expect(mend('{"pgsql":{"tx_id":1,"request":false,"response":{"x":1}}}')).toBe(
    '{"pgsql":{"tx_id":1,"response":{"x":1}}}',
  )
})

test('returns undefined for a document without such faults', () => {
  expect(mend('{"a":{"b":false},"pgsql":null}')).toBeUndefined()
})
