import { limitsTable } from '../sizing/limits-table.ts'
import { steps } from '../sizing/loads.ts'
import { oneMachineTable } from '../sizing/one-machine-table.ts'
import { sizingTable } from '../sizing/sizing-table.ts'
import { replaceBetween } from './between-marks.ts'

const BEGIN = '<!-- sizing table: written by pnpm gen -->'
const END = '<!-- end of the sizing table -->'
const ONE_BEGIN = '<!-- one machine table: written by pnpm gen -->'
const ONE_END = '<!-- end of the one machine table -->'
const LIMITS_BEGIN = '<!-- limits table: written by pnpm gen -->'
const LIMITS_END = '<!-- end of the limits table -->'

/** The page with the table of what one machine takes. */
export function withOneMachine(page: string): string {
  return replaceBetween(page, ONE_BEGIN, ONE_END, oneMachineTable())
}

/** The page with the table of limits that `scripts/sizing` computes. */
export function withLimits(page: string): string {
  return replaceBetween(page, LIMITS_BEGIN, LIMITS_END, limitsTable())
}

/** The page with the sizing table. */
export function withSizing(page: string): string {
  return replaceBetween(page, BEGIN, END, sizingTable(steps))
}
