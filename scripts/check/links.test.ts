import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brokenLinks } from './links.ts'

/** The changelog names pages of earlier releases; this file names pages that do not exist. */
const EXEMPT = ['CHANGELOG.md', 'scripts/check/links.test.ts']

const files: Record<string, string> = {
  'docs/a.md': '# A\n## Two words\n## Two words\n```\n# no heading\n```',
  LICENSE: '',
}
const read = (path: string) => files[path]

test('finds links to missing files and headings', () => {
  const page = '[a](../a.md) [b](../a.md#two-words-1) [c](#c) [d](https://example.org/#x)\n# C\n[e](../../LICENSE)'
  expect(brokenLinks('docs/guides/g.md', page, (path) => (path === 'docs/guides/g.md' ? page : read(path)))).toEqual([])
  const bad = '[a](b.md) [b](../a.md#two) [c](../a.md#no-heading)'
  expect(brokenLinks('docs/guides/g.md', bad, read)).toEqual([
    'docs/guides/g.md: docs/guides/b.md',
    'docs/guides/g.md: docs/a.md#two',
    'docs/guides/g.md: docs/a.md#no-heading',
  ])
})

test('finds pages that a text in code names and that do not exist', () => {
  expect(brokenLinks('x.ts', "todo: 'See docs/a.md, docs/a.md#three and docs/b.md.'", read)).toEqual([
    'x.ts: docs/a.md#three',
    'x.ts: docs/b.md',
  ])
})

test('all links of this repository lead to a file and a heading', () => {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.md', '*.ts', '*.tsx', 'deploy']
  const paths = execFileSync('git', listed, { encoding: 'utf8', maxBuffer: 2 ** 24 })
    .split('\n')
    .filter(isFile)
  const readFile = (path: string) => (isFile(path) ? readFileSync(path, 'utf8') : existsSync(path) ? '' : undefined)
  const broken = paths
    .filter((path) => !EXEMPT.includes(path))
    .flatMap((path) => brokenLinks(path, readFileSync(path, 'utf8'), readFile))
  expect(broken).toEqual([])
})

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}
