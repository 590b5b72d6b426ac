import { expect, test } from 'vitest'
import { accessLine, identLines, withFirstLine, withLines } from './store-server.ts'

test('puts its line before all others, once', () => {
  const text = '# comment\nlocal all all peer\n'
  const once = withFirstLine(text, accessLine)
  expect(once).toBe('local watchpost all peer map=watchpost # watchpost\n# comment\nlocal all all peer\n')
  expect(withFirstLine(once, accessLine)).toBe(once)
})

test('lets each system user log in as its own database user only', () => {
  const once = withLines('# users\n', identLines)
  expect(withLines(once, identLines)).toBe(once)
  expect(once).toContain('\nwatchpost watchpost-api watchpost_api # watchpost\n')
  expect(identLines.filter((line) => line.startsWith('watchpost watchpost-'))).toHaveLength(6)
})
