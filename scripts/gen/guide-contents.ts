import { replaceBetween } from './between-marks.ts'

const BEGIN = '<!-- contents: written by pnpm gen -->'
const END = '<!-- end of the contents -->'
const HEADING = /^(##|###) (.+)$/

/** A page with a table of contents, if it has a place for one: the two upper heading levels. */
export function withContents(page: string): string {
  return page.includes(BEGIN) ? replaceBetween(page, BEGIN, END, contentsOf(page)) : page
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
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\- _]/gu, '')
    .replaceAll(' ', '-')
}
