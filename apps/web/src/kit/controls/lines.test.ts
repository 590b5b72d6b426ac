import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

test('splits entries at line breaks and commas and drops empty ones', () => {
  expect(linesOf(' 192.0.2.0/24\n\n2001:db8::/48 , 192.0.2.7,')).toEqual(['192.0.2.0/24', '2001:db8::/48', '192.0.2.7'])
  expect(linesOf('  ')).toEqual([])
})
