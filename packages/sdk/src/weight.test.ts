import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('at run time the client imports nothing but itself: browsers get no contract, no schemas and no Node', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((name) => !name.endsWith('.test.ts'))
  expect(files).toContain('client.ts')
  for (const name of files) {
    const text = readFileSync(`${import.meta.dirname}/${name}`, 'utf8')
    for (const [statement, from] of text.matchAll(/^(?:import|export) [^'"]*?from '([^']+)'/gm)) {
      if (!from?.startsWith('./')) expect(statement, name).toMatch(/^(?:import|export) type /)
    }
  }
})
