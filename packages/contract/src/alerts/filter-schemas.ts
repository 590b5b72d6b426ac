import { type TEnum, type TOptional, type TSchema, Type } from 'typebox'
import {
  type AlertFilterRow,
  alertFilters,
  isList,
  isNegatable,
  type ListKind,
  type NegatableRow,
  negationOf,
} from '../names/alert-filters.ts'
import { Line } from '../text.ts'

/** Values in one list. */
const mostValues = 32
const mostProbeId = 2_147_483_647

const several = 'Several with commas between, or as a list in a body.'

/** The format of a text that is a list of values with commas between them. */
export const commaSeparated = 'comma-separated'

/** A list: in a body as an array, in a query string with commas between the values or as a repeated parameter. */
export function ListOf<Item extends TSchema>(item: Item, description: string, maxItems = mostValues) {
  const written = Type.String({ format: commaSeparated })
  return Type.Union([written, Type.Array(item, { maxItems })], { description })
}

/** One value or an array of them. The value may contain commas. */
function SomeOf<Item extends TSchema>(item: Item, description: string) {
  return Type.Union([item, Type.Array(item, { maxItems: mostValues })], { description })
}

const Instant = Type.String({ maxLength: 40, format: 'instant' })
const Risk = Type.Integer({ minimum: 0, maximum: 100 })
const Network = Type.String({ maxLength: 64, format: 'network' })
const Probe = Type.Integer({ minimum: 1, maximum: mostProbeId })
const AnyProbe = Type.Union([Probe, Type.Literal('all')], { examples: ['all'] })
const Severity = Type.Integer({ minimum: 0, maximum: 999 })
const Text = Type.String()

interface Items {
  from: typeof Instant
  to: typeof Instant
  'least-risk': typeof Risk
  'greatest-risk': typeof Risk
  probe: typeof AnyProbe
  network: typeof Network
  choices: typeof Text
  numbers: typeof Severity
  labels: typeof Text
  text: typeof Text
  words: typeof Text
}

type ItemOf<Row extends AlertFilterRow> = Row extends { choices: readonly (infer Choice extends string)[] }
  ? TEnum<Choice[]>
  : Items[Row['kind']]
type PositiveOf<Row extends AlertFilterRow> = Row['kind'] extends ListKind
  ? ReturnType<typeof ListOf<ItemOf<Row>>>
  : ItemOf<Row>
type NegativeOf<Row extends NegatableRow> = Row['kind'] extends ListKind
  ? ReturnType<typeof ListOf<ItemOf<Row>>>
  : ReturnType<typeof SomeOf<Row['kind'] extends 'probe' ? typeof Probe : ItemOf<Row>>>

/** The properties of a schema: every filter under its name, and its negation. */
type FilterProperties = {
  [Row in AlertFilterRow as Row['name']]: TOptional<PositiveOf<Row>>
} & {
  [Row in NegatableRow as `not_${Row['name']}`]: TOptional<NegativeOf<Row>>
}

/** The filters of the table as properties of a schema. */
export const filterProperties = Object.fromEntries([
  ...alertFilters.map((row) => [row.name, Type.Optional(positiveOf(row))]),
  ...alertFilters.filter(isNegatable).map((row) => [negationOf(row.name), Type.Optional(negativeOf(row))]),
]) as FilterProperties

function positiveOf(row: AlertFilterRow): TSchema {
  const { help } = row
  if (isList(row)) return ListOf(itemOf(row), `${help} ${several}`, mostOf(row))
  return { ...itemOf(row), description: help }
}

function negativeOf(row: NegatableRow): TSchema {
  const description = `Excludes alerts that match any of these values of \`${row.name}\`.`
  if (isList(row)) return ListOf(itemOf(row), `${description} ${several}`, mostOf(row))
  return SomeOf(row.kind === 'probe' ? Probe : itemOf(row), `${description} Repeat it, or use a list in a body.`)
}

function mostOf(row: AlertFilterRow): number {
  return 'maxValues' in row ? row.maxValues : mostValues
}

function itemOf(row: AlertFilterRow): TSchema {
  switch (row.kind) {
    case 'from':
    case 'to':
      return Instant
    case 'least-risk':
    case 'greatest-risk':
      return Risk
    case 'probe':
      return AnyProbe
    case 'network':
      return Network
    case 'choices':
      return Type.Enum<string[]>([...row.choices])
    case 'numbers':
      return Severity
    default:
      return Line({ minLength: 1, maxLength: row.maxLength })
  }
}
