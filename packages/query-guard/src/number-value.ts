import type { Scalar } from './value.ts'

/** The range of an integer type. */
interface WholeRange {
  min: bigint
  max: bigint
}

const signed = (bits: bigint): WholeRange => ({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n })

const WHOLE: ReadonlyMap<string, WholeRange> = new Map([
  ['byte', signed(8n)],
  ['short', signed(16n)],
  ['integer', signed(32n)],
  ['long', signed(64n)],
  ['unsigned_long', { min: 0n, max: 2n ** 64n - 1n }],
])
/** The maximum of each fractional type; the minimum is its negative. */
const FRACTION: ReadonlyMap<string, number> = new Map([
  ['half_float', 65_504],
  ['float', 3.402_823_466_385_288_6e38],
  ['double', Number.MAX_VALUE],
  ['scaled_float', Number.MAX_VALUE],
])

/** The engine's number types. */
export const NUMBER_TYPES: ReadonlySet<string> = new Set([...WHOLE.keys(), ...FRACTION.keys()])

const NUMBER_TEXT = /^[+-]?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?$/
const WHOLE_TEXT = /^[+-]?\d{1,40}$/

/** What to write for a number type, if the value is not a number or outside its range. */
export function numberMismatch(value: Scalar, type: string): string | undefined {
  if (typeof value === 'boolean' || !NUMBER_TEXT.test(String(value))) return 'numbers: write one'
  const whole = WHOLE.get(type)
  if (whole) return isWithin(value, whole) ? undefined : `numbers: write one from ${whole.min} to ${whole.max}`
  const most = FRACTION.get(type) ?? Number.MAX_VALUE
  return Math.abs(Number(value)) <= most ? undefined : `numbers: write one from ${-most} to ${most}`
}

/** The range of an integer type; `undefined` for any other type. */
export function wholeRangeOf(type: string): WholeRange | undefined {
  return WHOLE.get(type)
}

function isWithin(value: string | number | bigint, { min, max }: WholeRange): boolean {
  if (Number.isSafeInteger(value)) return Number(value) >= Number(min) && Number(value) <= Number(max)
  if (typeof value === 'bigint') return value >= min && value <= max
  if (WHOLE_TEXT.test(String(value))) return isWithin(BigInt(value), { min, max })
  // A value with a fraction is between two integers, which both must fit.
  const number = Number(value)
  return Number.isFinite(number) && BigInt(Math.floor(number)) >= min && BigInt(Math.ceil(number)) <= max
}
