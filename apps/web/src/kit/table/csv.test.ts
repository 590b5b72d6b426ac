import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('quotes values with commas, quotes and line feeds', () => {
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

test('neutralises cells that a spreadsheet would run as a formula', () => {
  for (const evil of ['=cmd|x', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1']) {
    const [, row = ''] = csvOf(['a'], [[evil]]).split('\r\n')
    expect(row.replace(/^"/, '').startsWith("'")).toBe(true)
  }
  expect(csvOf(['a'], [[-5]])).toBe('a\r\n-5\r\n')
})

test('writes null and undefined as empty cells and a list as JSON', () => {
  expect(csvOf(['a', 'b', 'c'], [[null, undefined, ['x', 'y']]])).toBe('a,b,c\r\n,,"[""x"",""y""]"\r\n')
})
