import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limitsTable } from '../sizing/limits-table.ts'
import { steps } from '../sizing/loads.ts'
import { sizingTable } from '../sizing/sizing-table.ts'
import { replaceBetween } from './between-marks.ts'

const BEGIN = '<!-- sizing table: written by pnpm gen -->'
const END = '<!-- end of the sizing table -->'
const LIMITS_BEGIN = '<!-- limits table: written by pnpm gen -->'
const LIMITS_END = '<!-- end of the limits table -->'

/** docs/scale.md with the tables that `scripts/sizing` computes. */
export function scalePage(): string {
  const page = readFileSync(join(import.meta.dirname, '../../docs/scale.md'), 'utf8')
  return replaceBetween(withSizing(page), LIMITS_BEGIN, LIMITS_END, limitsTable())
}

/** A page with the sizing table. */
export function withSizing(page: string): string {
  return replaceBetween(page, BEGIN, END, sizingTable(steps))
}
