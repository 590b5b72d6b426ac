import { type Static, Type } from 'typebox'

/** The record of a fuzzer run. */
export const Tally = Type.Object({
  /** By operation and status. */
  calls: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer())),
  failures: Type.Array(
    Type.Object({
      operation: Type.String(),
      check: Type.String(),
      status: Type.Integer(),
      message: Type.String(),
      request: Type.String(),
    }),
  ),
  /** How often a credential was fetched. */
  renewals: Type.Integer(),
})
export type Tally = Static<typeof Tally>
export type Failure = Tally['failures'][number]

/** The sum of all tallies. */
export function sumOf(tallies: readonly Tally[]): Tally {
  const calls: Tally['calls'] = {}
  for (const tally of tallies) {
    for (const [operation, statuses] of Object.entries(tally.calls)) {
      const own = (calls[operation] ??= {})
      for (const [status, count] of Object.entries(statuses)) own[status] = (own[status] ?? 0) + count
    }
  }
  return {
    calls,
    failures: tallies.flatMap(({ failures }) => failures),
    renewals: tallies.reduce((sum, { renewals }) => sum + renewals, 0),
  }
}

export function casesOf({ calls }: Tally): number {
  return Object.values(calls)
    .flatMap((statuses) => Object.values(statuses))
    .reduce((sum, count) => sum + count, 0)
}

/** The number of calls with a matching status. */
export function countOf({ calls }: Tally, isMeant: (status: number) => boolean): number {
  return Object.values(calls)
    .flatMap((statuses) => Object.entries(statuses))
    .reduce((sum, [status, count]) => sum + (isMeant(Number(status)) ? count : 0), 0)
}

/** Describes the failures, each kind once per operation. */
export function failureWords({ failures }: Pick<Tally, 'failures'>): string[] {
  const kinds = new Map(failures.map((each) => [`${each.operation} ${each.check} ${each.status}`, each]))
  return [...kinds.values()].map(
    ({ operation, check, status, message, request }) =>
      `${operation} ${check} ${status}: ${message.split('\n').slice(0, 4).join(' ')} (${request})`,
  )
}

/** Documented operations that no case reached. */
export function unreached({ calls }: Tally, operations: readonly string[]): string[] {
  return operations.filter((operation) => calls[operation] === undefined)
}
