import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allowed, notes } from '../check/import-table.ts'

const BEGIN = '<!-- import table: written by pnpm gen -->'
const END = '<!-- end of the import table -->'

/** ARCHITECTURE.md with the table of who may import whom, from the rule that `pnpm imports` checks. */
export function architecturePage(): string {
  const page = readFileSync(join(import.meta.dirname, '../../ARCHITECTURE.md'), 'utf8')
  const [before, rest] = split(page, BEGIN)
  const [, after] = split(rest, END)
  return `${before}${BEGIN}\n\n${importTable()}\n\n${END}${after}`
}

function importTable(): string {
  const rows = [...grouped()].map(([targets, { names, note }]) => {
    const packages = names.map(code).join(', ')
    return `| ${packages} | ${note === undefined ? targets : `${targets} (${note})`} |`
  })
  return ['| package | may import |', '|---|---|', ...rows].join('\n')
}

/** Packages with the same rule share a row. */
function grouped(): Map<string, { names: string[]; note: string | undefined }> {
  const rows = new Map<string, { names: string[]; note: string | undefined }>()
  for (const [name, targets] of Object.entries(allowed)) {
    const note = notes[name]
    const text = name === 'testkit' ? 'all packages and apps' : targets.map(code).join(', ') || 'nothing of ours'
    const row = rows.get(text)
    if (row && row.note === note) row.names.push(name)
    else rows.set(text, { names: [name], note })
  }
  return rows
}

const code = (name: string) => `\`${name}\``

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  if (at === -1) throw new Error(`ARCHITECTURE.md has no line ${mark}`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}
