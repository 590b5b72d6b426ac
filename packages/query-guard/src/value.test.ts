import { expect, test } from 'vitest'
import { DEFAULT_INPUTS } from './cost/weights.ts'
import { readValue, type Scalar } from './value.ts'
import { startReading } from './reading.ts'
import { at } from './json/pointer.ts'

function accepts(type: string, value: Scalar): boolean {
  const traits = { type, searchable: true, sortable: true, aggregatable: true }
  return (
    readValue(
      startReading({ fields: new Map(), profile: 'operator', inputs: DEFAULT_INPUTS, now: 0, timeField: 't' }),
      at(undefined, 'v'),
      value,
      { asked: 'f', name: 'f', traits },
    ) === value
  )
}

test.each([
  ['integer', 3, true],
  ['integer', '3', true],
  ['double', '-1.5e3', true],
  ['integer', true, false],
  ['integer', '', false],
  ['integer', '0x1f', false],
  ['date', 'now-1h', true],
  ['date', 1_794_700_000_000, true],
  ['date', false, false],
  ['date_nanos', 'tomorrow', false],
  ['boolean', 'false', true],
  ['boolean', 1, false],
  ['ip', '192.0.2.0/24', true],
  ['ip', '::ffff:192.0.2.1', true],
  ['ip', 3, false],
  ['keyword', 3, true],
  ['keyword', '', true],
  ['text', true, true],
] as const)('%s and %j: %s', (type, value, expected) => expect(accepts(type, value)).toBe(expected))

test('a wide integer is a number', () => expect(accepts('long', 2n ** 60n)).toBe(true))
