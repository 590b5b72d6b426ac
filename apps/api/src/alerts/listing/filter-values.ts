import type { AlertFilterRow, alertFilters, NegatableRow } from '@watchpost/contract'

/** The checked value of each kind of filter. */
interface ValueOfKind {
  from: string
  to: string
  'least-risk': number
  'greatest-risk': number
  probe: number | 'all'
  network: string
  choices: readonly string[]
  numbers: readonly number[]
  labels: readonly string[]
  text: string
  words: string
}

type ValueOf<Row extends AlertFilterRow> = Row extends { choices: readonly (infer Choice)[] }
  ? readonly Choice[]
  : ValueOfKind[Row['kind']]

/** A filter of one value can be excluded several times. */
type Excluded<Row extends NegatableRow> =
  ValueOf<Row> extends readonly unknown[] ? ValueOf<Row> : readonly Exclude<ValueOf<Row>, 'all'>[]

/** The filters of a request, checked and in the types of the schema. */
export type FilterValues = {
  [Row in AlertFilterRow as Row['name']]?: ValueOf<Row>
} & {
  [Row in NegatableRow as `not_${Row['name']}`]?: Excluded<Row>
}

/** A filter on the alert itself, which the engine answers. */
export type EntryFilterName = Exclude<NegatableRow, { isState: true }>['name']

/** One value of a filter: a list for those that match any value of a list. */
export type ConditionValue<Name extends EntryFilterName> = Exclude<
  ValueOf<Extract<(typeof alertFilters)[number], { name: Name }>>,
  'all'
>
