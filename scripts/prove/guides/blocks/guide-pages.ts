import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandBlock, readBlocks } from './read-blocks.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const OPERATOR = 'docs/guides/operator'

/** Defines the command with which other pages call the API. */
const FIRST = 'settings.md'

/** The pages of the operator's guide, in the order in which its first page names them. */
export function operatorPages(): string[] {
  const names = [...readFileSync(join(ROOT, OPERATOR, 'README.md'), 'utf8').matchAll(/\]\(([\w-]+\.md)/g)]
  return [...new Set([FIRST, ...names.map(([, name = '']) => name)])].map((name) => `${OPERATOR}/${name}`)
}

export function blocksOf(page: string): CommandBlock[] {
  return readBlocks(page, readFileSync(join(ROOT, page), 'utf8'))
}

/** The first block of this language on a page, for example the configuration of a proxy. */
export function readCode(page: string, language: string): string {
  const text = readFileSync(join(ROOT, page), 'utf8')
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)\n\`\`\`$`, 'ms').exec(text) ?? []
  if (code === undefined) throw new Error(`${page} has no block of ${language}`)
  return code
}
