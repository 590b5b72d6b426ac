import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the client imports nothing else at run time: no contract, no schemas and no Node modules in browsers', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((name) => !name.endsWith('.test.ts'))
  expect(files).toContain('client.ts')
  for (const name of files) {
    const text = readFileSync(`${import.meta.dirname}/${name}`, 'utf8')
    for (const [statement, from] of text.matchAll(/^(?:import|export) [^'"]*?from '([^']+)'/gm)) {
      if (!from?.startsWith('./')) expect(statement, name).toMatch(/^(?:import|export) type /)
    }
  }
})
