import type { createChance } from '../harness/chance.ts'
import type { Filters, KnownAlert } from './expected-matches.ts'

type Random = ReturnType<typeof createChance>
type Value = string | number | string[]

const words = ['Nightjar', 'mirefox', 'Coldwater', 'redshank']
const tags = ['seen', 'phishing', 'tuning', 'asked']
const users = ['admin', 'admin,@none', '@none']

/** Values of each filter that has a negation, taken from some alert. */
function valuesOf(random: Random, some: () => KnownAlert): Record<string, () => string> {
  const either = () => random.pick([some().src, some().dst])
  return {
    probe_id: () => String(some().probe),
    ip: () => random.pick([either(), networkOf(either())]),
    src_ip: () => random.pick([some().src, networkOf(some().src)]),
    dest_ip: () => random.pick([some().dst, networkOf(some().dst)]),
    type: () => random.pick(['network_engine', 'malware_engine', 'code_engine,malware_engine']),
    severity: () => random.pick(['1', '2', '1,3']),
    state: () => random.pick(['Infected', 'Suspicious', 'Infected,Suspicious']),
    name: () => some().name,
    search: () => random.pick(words),
  }
}

/** Values of filters by what analysts set. */
function marksOf(random: Random): Record<string, () => string> {
  return {
    status: () => random.pick(['open', 'acknowledged', 'closed', 'open,closed', 'acknowledged,closed']),
    tag: () => random.pick([random.pick(tags), `${random.pick(tags)},${random.pick(tags)}`]),
    verdict: () => random.pick(['none', 'true_positive', 'false_positive', 'benign', 'none,benign']),
    assignee: () => random.pick(users),
  }
}

/** Up to three random filters, some of them negated. With `isMarked`, at least one is by what analysts set. */
export function someFilters(random: Random, alerts: readonly KnownAlert[], isMarked = false): Filters {
  const some = () => random.pick(alerts)
  const filters: Record<string, Value> = {}
  const facts = valuesOf(random, some)
  const marks = marksOf(random)
  const add = (values: Record<string, () => string>) => {
    const name = random.pick(Object.keys(values))
    const value = values[name]?.() ?? ''
    if (random.below(4) > 0) filters[name] = value
    // Without a list of values, a second one is a second parameter.
    else filters[`not_${name}`] = value.includes(',') ? value : [value]
  }
  const choices: (() => void)[] = [
    () => {
      const [from = '', to = ''] = [some().time, some().time].map((time) => time.slice(0, 19)).sort()
      Object.assign(filters, { date_from: from, date_to: to })
    },
    () => (filters.probe_id = 'all'),
    () => {
      const [least, most] = [some().risk, some().risk].sort((a, b) => a - b)
      Object.assign(filters, { risk_min: least, risk_max: most })
    },
    ...Array.from({ length: 9 }, () => () => add(facts)),
  ]
  for (let count = random.below(4); count > 0; count--) random.pick(choices)()
  if (isMarked) add(marks)
  return filters
}

/** A network around an address. */
export function networkOf(address: string): string {
  return address.includes(':')
    ? `${address.split(':').slice(0, 3).join(':')}::/48`
    : `${address.split('.').slice(0, 2).join('.')}.0.0/16`
}

/** Filters and other values as a query string. */
export function queryOf(values: object): string {
  const pairs = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return []
    const each: unknown[] = Array.isArray(value) ? value : [value]
    return each.map((one) => [name, String(one)])
  })
  return new URLSearchParams(pairs).toString()
}
