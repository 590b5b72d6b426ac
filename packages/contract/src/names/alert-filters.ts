import { alertStatuses, alertVerdicts, detectorTypes, noAssignee, noVerdict } from './alert-names.ts'

/**
 * How the value of a filter is written and read. `…s` takes several values with commas between them; the others take
 * one. Bounds of a range have no negation.
 */
type FilterKind =
  | 'from'
  | 'to'
  | 'least-risk'
  | 'greatest-risk'
  | 'probe'
  | 'network'
  | 'choices'
  | 'numbers'
  | 'labels'
  | 'text'
  | 'words'

interface FilterRow {
  name: string
  kind: FilterKind
  /** One sentence for the API description and the guide. */
  help: string
  /** The values of `choices`. */
  choices?: readonly string[]
  /** The longest value of a text. */
  maxLength?: number
  /** Values in a list, if more than usual. */
  maxValues?: number
  /** The state that analysts set, which is stored apart from the alert. Other filters are about the alert itself. */
  isState?: true
}

const listOf = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/**
 * The filters of alerts. The schema of the routes, the parser, the types of the SDK, the chips of the pages and the
 * table in the guide come from here. A filter that is not the bound of a range also exists as `not_<name>`.
 */
export const alertFilters = [
  {
    name: 'date_from',
    kind: 'from',
    help: 'Not before this time: ISO 8601, for example `2026-11-14T09:00:00`; UTC without a zone. A day alone means its beginning.',
  },
  {
    name: 'date_to',
    kind: 'to',
    help: 'Not after this time, to the precision given: a day alone means all of it, a second all of that second.',
  },
  { name: 'probe_id', kind: 'probe', help: 'A probe by its number, or `all`, which is the same as leaving it out.' },
  { name: 'ip', kind: 'network', help: 'An IP address or a network (`10.0.0.0/8`), as source or destination.' },
  { name: 'src_ip', kind: 'network', help: 'The source: an IP address or a network.' },
  { name: 'dest_ip', kind: 'network', help: 'The destination: an IP address or a network.' },
  { name: 'risk_min', kind: 'least-risk', help: 'Lowest risk, 0 to 100, inclusive.' },
  { name: 'risk_max', kind: 'greatest-risk', help: 'Highest risk, 0 to 100, inclusive.' },
  { name: 'type', kind: 'choices', choices: detectorTypes, help: `Detector: ${listOf(detectorTypes)}.` },
  { name: 'severity', kind: 'numbers', help: 'Severity of the detector: 1 is the highest, 3 is low.' },
  { name: 'state', kind: 'labels', maxLength: 64, help: 'State of a malware verdict, for example `Infected`.' },
  { name: 'name', kind: 'text', maxLength: 2_048, help: 'The complete name.' },
  { name: 'search', kind: 'words', maxLength: 256, help: 'Words that must all occur in the name or description.' },
  {
    name: 'group',
    kind: 'labels',
    maxLength: 64,
    maxValues: 500,
    help: 'A group of alerts with the same signature, source and destination.',
  },
  {
    name: 'status',
    kind: 'choices',
    choices: alertStatuses,
    isState: true,
    help: `Status: ${listOf(alertStatuses)}. An alert that no one has changed is open.`,
  },
  {
    name: 'tag',
    kind: 'labels',
    maxLength: 64,
    isState: true,
    help: 'A tag. An alert must have all of the given tags.',
  },
  {
    name: 'verdict',
    kind: 'choices',
    choices: [...alertVerdicts, noVerdict],
    isState: true,
    help: `Verdict: ${listOf(alertVerdicts)}, or \`${noVerdict}\` for alerts without one.`,
  },
  {
    name: 'assignee',
    kind: 'labels',
    maxLength: 128,
    isState: true,
    help: `User name of the assignee, or \`${noAssignee}\` for alerts that are not assigned.`,
  },
] as const satisfies readonly FilterRow[]

/** One filter of the table. */
export type AlertFilterRow = (typeof alertFilters)[number]

/** The kinds that take several values with commas between them. */
export type ListKind = 'choices' | 'numbers' | 'labels'
type BoundKind = 'from' | 'to' | 'least-risk' | 'greatest-risk'

/** A filter that also exists as `not_<name>`. */
export type NegatableRow = Exclude<AlertFilterRow, { kind: BoundKind }>

/** The name of a filter, with `not_` for its negation. */
export type AlertFilterName = AlertFilterRow['name'] | `not_${NegatableRow['name']}`

const bounds: readonly FilterKind[] = ['from', 'to', 'least-risk', 'greatest-risk'] satisfies readonly BoundKind[]

export function isNegatable(row: AlertFilterRow): row is NegatableRow {
  return !bounds.includes(row.kind)
}

export function isList({ kind }: AlertFilterRow): boolean {
  return kind === 'choices' || kind === 'numbers' || kind === 'labels'
}

/** The name of the negation of a filter. */
export function negationOf<Name extends NegatableRow['name']>(name: Name): `not_${Name}` {
  return `not_${name}`
}
