import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'

test('the README lists every limit with its value', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, name, limit]) => [name, Number(limit)])
  expect(rows).toEqual(Object.entries(LIMITS))
})
