import { sql } from 'kysely'
import type { LedgerEntry, Store } from '@watchpost/store'

type Ranges = readonly (readonly [number, number])[]
const text = (ranges: Ranges = []) => `{${ranges.map(([first, last]) => `[${first},${last}]`).join()}}`

/** Writes only the ledger, in one statement, without hourly counts: the baseline for the cost of writing. */
export async function enterWithoutHours({ db }: Store, entries: readonly LedgerEntry[]): Promise<void> {
  await sql`
    insert into stream_ledger as ledger (probe_id, stream, received, indexed, dead, expired)
    select probe, decode(name, 'hex'), new.received::int8multirange, new.indexed::int8multirange,
      new.dead::int8multirange, new.expired::int8multirange
    from unnest(
      ${entries.map((each) => each.probeId)}::int[],
      ${entries.map((each) => each.stream)}::text[],
      ${entries.map((each) => text(each.received))}::text[],
      ${entries.map((each) => text(each.indexed))}::text[],
      ${entries.map((each) => text(each.dead))}::text[],
      ${entries.map((each) => text(each.expired))}::text[]
    ) as new (probe, name, received, indexed, dead, expired)
    on conflict (probe_id, stream) do update set
      received = ledger.received + excluded.received,
      indexed = ledger.indexed + excluded.indexed,
      dead = ledger.dead + excluded.dead,
      expired = ledger.expired + excluded.expired,
      changed_at = now()
  `.execute(db)
}
