import { expect, test } from 'vitest'
import { mend } from './mend.ts'

test('a name that stands twice keeps its last value', () => {
  expect(mend('{"mqtt":{"a":1,"a":2}}')).toBe('{"mqtt":{"a":2}}')
})

test('a transaction of which nothing was seen is left out', () => {
  expect(mend('{"pgsql":{"tx_id":1,"request":false,"response":{"x":1}}}')).toBe(
    '{"pgsql":{"tx_id":1,"response":{"x":1}}}',
  )
})

test('a document without such faults is not sent again', () => {
  expect(mend('{"a":{"b":false},"pgsql":null}')).toBeUndefined()
})
