import { isWithin } from './expected-risk.ts'
import type { OracleAlert } from './oracle-alerts.ts'

/** What analysts set on an alert. */
export interface ExpectedMark {
  status: 'open' | 'acknowledged' | 'closed'
  tags: readonly string[]
  verdict: string | null
  assignee: string | null
}

/** The mark of an alert that no one has changed. */
export const untouched: ExpectedMark = { status: 'open', tags: [], verdict: null, assignee: null }

export interface KnownAlert extends OracleAlert {
  risk: number
  /** Without one, no one has changed it. */
  mark?: ExpectedMark
}

/** Filters as query parameters, also negated (`not_…`). A list has several values, each of which may contain commas. */
export type Filters = Readonly<Record<string, string | number | readonly string[] | undefined>>

type Test = (alert: KnownAlert, value: string) => boolean

const markOf = ({ mark = untouched }: KnownAlert) => mark

/** Whether an alert matches one value of a filter. */
const tests: Readonly<Record<string, Test>> = {
  probe_id: ({ probe }, value) => value === 'all' || probe === Number(value),
  ip: ({ src, dst }, network) => isWithin(src, network) || isWithin(dst, network),
  src_ip: ({ src }, network) => isWithin(src, network),
  dest_ip: ({ dst }, network) => isWithin(dst, network),
  type: ({ type }, value) => type === value,
  severity: ({ severity }, value) => severity === Number(value),
  state: ({ type, state }, value) => type === 'malware_engine' && state === value,
  name: ({ name }, value) => name === value,
  search: ({ name }, word) =>
    name
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .includes(word.toLowerCase()),
  status: (alert, value) => markOf(alert).status === value,
  tag: (alert, value) => markOf(alert).tags.includes(value),
  verdict: (alert, value) => (markOf(alert).verdict ?? 'none') === value,
  assignee: (alert, value) => (markOf(alert).assignee ?? '@none') === value,
}

/** Filters whose value has commas between several. */
const lists: ReadonlySet<string> = new Set(['type', 'severity', 'state', 'status', 'tag', 'verdict', 'assignee'])

/** A function that tells whether an alert matches these filters. */
export function matcherOf(filters: Filters): (alert: KnownAlert) => boolean {
  const parts = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [partOf(name, value)]))
  return (alert) => parts.every((part) => part(alert))
}

function partOf(name: string, value: string | number | readonly string[]): (alert: KnownAlert) => boolean {
  switch (name) {
    // Bounds have a resolution of one second and include the whole last second.
    case 'date_from':
      return ({ time }) => time.slice(0, 19) >= String(value)
    case 'date_to':
      return ({ time }) => time.slice(0, 19) <= String(value)
    case 'risk_min':
      return ({ risk }) => risk >= Number(value)
    case 'risk_max':
      return ({ risk }) => risk <= Number(value)
  }
  const isNegated = name.startsWith('not_')
  const field = isNegated ? name.slice(4) : name
  const test = tests[field]
  if (!test) throw new Error(`no filter ${name}`)
  const values = typeof value === 'object' ? value : lists.has(field) ? String(value).split(',') : [String(value)]
  if (isNegated) return (alert) => !values.some((each) => test(alert, each))
  if (field === 'tag') return (alert) => values.every((each) => test(alert, each))
  return (alert) => values.some((each) => test(alert, each))
}
