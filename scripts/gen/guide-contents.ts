import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceBetween } from './between-marks.ts'

const BEGIN = '<!-- contents: written by pnpm gen -->'
const END = '<!-- end of the contents -->'
const HEADING = /^(##|###) (.+)$/

/** A guide with a table of contents: the two upper heading levels. */
export function guideWithContents(path: string): string {
  const page = readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  return replaceBetween(page, BEGIN, END, contentsOf(page))
}

export function contentsOf(page: string): string {
  let isCode = false
  const lines: string[] = []
  for (const line of page.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, level = '', title = ''] = isCode ? [] : (HEADING.exec(line) ?? [])
    if (level) lines.push(`${level === '##' ? '' : '  '}- [${title}](#${anchorOf(title)})`)
  }
  return lines.join('\n')
}

/** The anchor that GitHub generates for a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\- _]/gu, '')
    .replaceAll(' ', '-')
}
