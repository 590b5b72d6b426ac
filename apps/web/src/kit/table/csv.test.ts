import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('values with commas, quotes and line feeds stay in their cell', () => {
  expect(
    csvOf(
      ['name', 'risk'],
      [
        ['a "b", c', 75],
        ['two\nlines', 3],
      ],
    ),
  ).toBe('name,risk\r\n"a ""b"", c",75\r\n"two\nlines",3\r\n')
})

test('no cell begins a formula, whatever an attacker wrote', () => {
  for (const evil of ['=cmd|x', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1']) {
    const [, row = ''] = csvOf(['a'], [[evil]]).split('\r\n')
    expect(row.replace(/^"/, '').startsWith("'")).toBe(true)
  }
  expect(csvOf(['a'], [[-5]])).toBe('a\r\n-5\r\n')
})

test('nothing is an empty cell, and a list is written as JSON', () => {
  expect(csvOf(['a', 'b', 'c'], [[null, undefined, ['x', 'y']]])).toBe('a,b,c\r\n,,"[""x"",""y""]"\r\n')
})
