import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allowed, notes } from '../check/import-table.ts'
import { replaceBetween } from './between-marks.ts'

const BEGIN = '<!-- import table: written by pnpm gen -->'
const END = '<!-- end of the import table -->'

/** ARCHITECTURE.md with its import table, generated from the rule that `pnpm imports` checks. */
export function architecturePage(): string {
  const page = readFileSync(join(import.meta.dirname, '../../ARCHITECTURE.md'), 'utf8')
  return replaceBetween(page, BEGIN, END, importTable())
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
