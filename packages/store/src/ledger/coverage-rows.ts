import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { readColumns } from '../database/read-columns.ts'
import { expected, hoursOf, inRange, MOST_ROWS, ofProbe, silencesOf } from './coverage-sql.ts'
import type { CaptureLoss, CoverageWish, CoveredHour, ProbeSilence } from './coverage-store.ts'

interface NamedProbe {
  id: number
  fqdn: string
  /** First contact. */
  from: Date
  /** Time of removal. */
  to: Date | null
}

/** The rows of a coverage statement, from one snapshot. */
export function coverageRows(trx: Transaction<Database>, wish: CoverageWish, present: RawBuilder<Date>) {
  return {
    /** The number of probes in the period. */
    async probes(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from probe where ${expected(wish)}
      `.execute(trx)
      return rows[0]?.count ?? 0
    },
    hours: () =>
      readColumns<CoveredHour>(trx, hoursOf(wish, present), {
        times: ['hour'],
        values: [
          ...(['probeId', 'deadLettered', 'expired', 'missing', 'givenUp', 'late'] as const),
          ...(wish.probeId === undefined ? [] : (['received', 'indexed'] as const)),
        ],
      }),
    silences: () =>
      readColumns<ProbeSilence>(trx, silencesOf(wish, present), {
        times: ['from', 'to'],
        values: ['probeId', 'isOpen'],
      }),
    losses: () =>
      readColumns<CaptureLoss>(
        trx,
        sql`
          select probe_id as "probeId", hour, dropped from capture_loss
          where ${inRange(wish)} and ${ofProbe(wish)} order by hour desc limit ${MOST_ROWS}
        `,
        { times: ['hour'], values: ['probeId', 'dropped'] },
      ),
    async names(ids: ReadonlySet<number>) {
      const named = await readColumns<NamedProbe>(
        trx,
        sql`
          select id, fqdn, coalesce(first_heard_at, created_at) as "from", deleted_at as "to"
          from probe where id = any(${[...ids]})
        `,
        { times: ['from', 'to'], values: ['id', 'fqdn'] },
      )
      return new Map(named.map(({ id, fqdn, from, to }) => [id, { fqdn, isRemoved: to !== null, from, to }]))
    },
  }
}
