import type { KnownAlert } from '../../alerts/expected-matches.ts'
import { inOrder } from '../../alerts/expected-lists.ts'

export interface Group {
  count: number
  first: string
  last: string
  risk: number
  /** The first alert in the order of the listing. */
  uuid: string
}

/** The groups of these alerts, in the order of their first ones. */
export function expectedGroups(alerts: readonly KnownAlert[], sort: string): Group[] {
  const groups = Map.groupBy(inOrder(alerts, sort), ({ type, name, src, dst }) => [type, name, src, dst].join('\n'))
  return [...groups.values()].map((own) => {
    const times = own.map(({ time }) => time).sort()
    return {
      count: own.length,
      first: times[0] ?? '',
      last: times.at(-1) ?? '',
      risk: own.reduce((most, { risk }) => Math.max(most, risk), 0),
      uuid: own[0]?.uuid ?? '',
    }
  })
}
