import { hash } from 'node:crypto'
import { AppError, JobFilter } from '@watchpost/contract'
import type { ArrivalPosition } from '@watchpost/model'
import type { Freeze } from '@watchpost/store'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { readArrivalCursor, writeArrivalCursor } from '../arrival/arrival-cursor.ts'
import { readForm, writeForm } from '../listing/cursor-text.ts'
import type { FilterValues } from '../listing/filter-values.ts'

/** A moment: which alerts had arrived, and which of their changes were visible. */
export interface Moment {
  before: ArrivalPosition
  freeze: Freeze
}

/** The alerts that matched a filter at a moment. */
export interface CountedSet extends Moment {
  matching: number
}

const Form = Type.Object(
  {
    p: Type.String(),
    s: Type.String({ maxLength: 8_192, pattern: '^\\d{1,19}:\\d{1,19}:(\\d{1,19}(,\\d{1,19})*)?$' }),
    t: Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 }),
    n: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    f: Type.String(),
  },
  { additionalProperties: false },
)

const names = Object.keys(JobFilter.properties) as (keyof FilterValues)[]

/** The filters among the parameters of a request. */
export function filtersOf(values: FilterValues): FilterValues {
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))
}

/** Writes what was counted, and for which filter. */
export function writeAsOf({ before, freeze, matching }: CountedSet, filter: FilterValues): string {
  const { snapshot: s, atMs: t } = freeze
  return writeForm({ p: writeArrivalCursor(before), s, t, n: matching, f: digestOf(filter) })
}

/** Reads it again. A forged text gives its caller no more than another filter would. */
export function readAsOf(text: string, filter: FilterValues): CountedSet {
  const form = readForm(text)
  if (!Value.Check(Form, form) || form.f !== digestOf(filter) || !isSnapshot(form.s)) {
    throw new AppError('as-of-invalid')
  }
  return { before: positionOf(form.p), freeze: { snapshot: form.s, atMs: form.t }, matching: form.n }
}

function positionOf(text: string): ArrivalPosition {
  try {
    return readArrivalCursor(text)
  } catch (cause) {
    throw new AppError('as-of-invalid', undefined, { cause })
  }
}

function digestOf(filter: FilterValues): string {
  const sorted = Object.entries(filtersOf(filter))
    .map(([name, value]) => [name, ...[value].flat().map(String).toSorted(byText)])
    .toSorted(([a = ''], [b = '']) => byText(a, b))
  return hash('sha256', JSON.stringify(sorted), 'base64url').slice(0, 22)
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}

/** As PostgreSQL accepts it: transactions in ascending order, between the two bounds. */
function isSnapshot(text: string): boolean {
  const [first = '', end = '', list = ''] = text.split(':')
  const running = list === '' ? [] : list.split(',').map(BigInt)
  const [least, most] = [BigInt(first), BigInt(end)]
  const isAscending = running.every((each, at) => at === 0 || (running[at - 1] ?? 0n) < each)
  return least > 0n && least <= most && isAscending && running.every((each) => each >= least && each < most)
}
