import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

test('lines and commas part entries, and what is empty is none', () => {
  expect(linesOf(' 192.0.2.0/24\n\n2001:db8::/48 , 192.0.2.7,')).toEqual(['192.0.2.0/24', '2001:db8::/48', '192.0.2.7'])
  expect(linesOf('  ')).toEqual([])
})
