import type { Built } from '../query/query-tree.ts'
import type { Scalar } from '../value.ts'
import { readDateExpression } from './date-expression.ts'
import { exampleOf, isCounted } from './date-format.ts'
import type { Interval } from './interval.ts'

/** The rules for a value of a date field. */
export interface DateRule {
  /** The format that the body gives for it. */
  format?: string | undefined
  /** The engine has no clock here: no date math. */
  isFixed?: boolean
}

/**
 * The years 1 to 9999. Outside of them the engine answers 500 to some formats, and others cannot write what they read.
 */
const MILLISECONDS: Interval = { from: -62_135_596_800_000, to: 253_402_300_799_999 }

/** The years that nanoseconds since 1970 cover. */
const NANO_YEARS: Interval = { from: 1970, to: 2261 }

/** What to write for a time, if the engine cannot read the value in the applicable format. */
export function dateMismatch(value: Scalar, type: string, { format, isFixed = false }: DateRule): string | undefined {
  if (typeof value === 'number' && !Number.isInteger(value)) return `times: write whole ${unitOf(format)}`
  const expression = typeof value === 'boolean' ? undefined : readDateExpression(textOf(value), format)
  if (!expression) return `times${named(format)}: write ${ways(format, isFixed)}`
  const { anchor, math } = expression
  if (isFixed && (anchor === 'now' || math !== '')) return `times: write ${ways(format, isFixed)}, without date math`
  if (anchor === 'now') return undefined
  const isFar = isCounted(anchor) && (anchor.from < MILLISECONDS.from || anchor.to > MILLISECONDS.to)
  if (isFar) return `times${named(format)}: ${bounds(format)}`
  if (!isCounted(anchor) && anchor.year === 0) return `times${named(format)}: write one of the years 1 to 9999`
  const year = isCounted(anchor) ? new Date(anchor.from).getUTCFullYear() : anchor.year
  const isReached = type !== 'date_nanos' || (year >= NANO_YEARS.from && year <= NANO_YEARS.to)
  return isReached ? undefined : `times in nanoseconds: write one from ${NANO_YEARS.from} to ${NANO_YEARS.to}`
}

/** Limits our own bounds to the years that a caller may use. */
export function withinYears(bounds: Built | undefined): Built | undefined {
  const inside = (end: unknown) => Math.max(MILLISECONDS.from, Math.min(MILLISECONDS.to, Number(end)))
  return bounds && { min: inside(bounds.min), max: inside(bounds.max) }
}

/** An integer in full digits, however large. */
function textOf(value: string | number | bigint): string {
  return typeof value === 'number' ? BigInt(value).toString() : String(value)
}

function ways(format: string | undefined, isFixed: boolean): string {
  const example = exampleOf(format)
  const others = [...(isFixed ? [] : ['now-24h']), ...(format === undefined ? ['milliseconds'] : [])]
  return others.length > 0
    ? `${[example, ...others.slice(0, -1)].join(', ')} or ${others.at(-1)}`
    : `one such as ${example}`
}

function bounds(format: string | undefined): string {
  const perUnit = format === 'epoch_second' ? 1_000 : 1
  const [from, to] = [MILLISECONDS.from, MILLISECONDS.to].map((each) => Math.floor(each / perUnit))
  return `write whole ${unitOf(format)} from ${from} to ${to}, which are the years 1 to 9999`
}

function unitOf(format: string | undefined): string {
  return format === 'epoch_second' ? 'seconds' : 'milliseconds'
}

function named(format: string | undefined): string {
  return format === undefined ? '' : ` in the format ${format}`
}
