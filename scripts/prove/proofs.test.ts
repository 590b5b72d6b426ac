import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { proofs } from './proofs.ts'
import { readCommand } from './command/read-command.ts'

const inRun = [...readFileSync('.ci/run', 'utf8').matchAll(/^ *proof '[^']*' \d+ (.*)$/gm)]
const inDocs = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md']).flatMap((path) => [
  ...readFileSync(path, 'utf8').matchAll(/`pnpm prove ([a-z][^`<…]*)`/g),
])

test('every proof command in CI and in the documents is valid', () => {
  expect(inRun.length).toBeGreaterThan(10)
  expect(inDocs.length).toBeGreaterThan(10)
  const refused = [...inRun, ...inDocs]
    .map((match) => match[1] ?? '')
    .filter((line) => readCommand(line.replaceAll('"', '').trim().split(/\s+/), proofs).kind !== 'run')
  expect(refused).toEqual([])
})
