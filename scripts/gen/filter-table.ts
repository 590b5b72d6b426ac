import { alertFilters, isNegatable } from '../../packages/contract/src/names/names.ts'
import { replaceBetween } from './between-marks.ts'

const BEGIN = '<!-- filters: written by pnpm gen -->'
const END = '<!-- end of the filters -->'

/** The integrator's guide with the table of alert filters. */
export function withFilterTable(page: string): string {
  const rows = alertFilters.map(
    (row) => `| \`${row.name}\` | ${row.help} | ${isNegatable(row) ? `\`not_${row.name}\`` : '–'} |`,
  )
  return replaceBetween(page, BEGIN, END, ['| filter | matches | excludes |', '|---|---|---|', ...rows].join('\n'))
}
