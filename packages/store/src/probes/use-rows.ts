import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { ProbeUse } from './probe-use-store.ts'

/** What counts as one network: a /24, or a /48 for IPv6. */
export function networkOf(address: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`network(set_masklen(${address}, case family(${address}) when 4 then 24 else 48 end))`
}

/** How long a network counts as in use. */
export const NETWORK_HOURS = 1

/** Records the last use of certificates and networks of these probes. The probes must be locked. */
export async function writeUses(
  trx: Transaction<Database>,
  now: RawBuilder<Date>,
  uses: readonly ProbeUse[],
  probeIds: readonly number[],
): Promise<void> {
  const used = sql`(
    select fingerprint, probe_id, ${networkOf(sql`address`)} as network, ${now} - age_ms * interval '1 millisecond' as at
    from unnest(
      ${uses.map(({ fingerprint }) => Buffer.from(fingerprint))}::bytea[], ${uses.map(({ probeId }) => probeId)}::integer[],
      ${uses.map(({ address }) => address)}::inet[], ${uses.map(({ ageMs }) => Math.max(0, ageMs))}::float8[]
    ) as given (fingerprint, probe_id, address, age_ms)
    where probe_id = any(${[...probeIds]}::integer[])
  )`
  await sql`
    update probe_certificate
    set last_used_at = newest.at, last_network = newest.network
    from (select distinct on (fingerprint) * from ${used} as used order by fingerprint, at desc) as newest
    where probe_certificate.fingerprint = newest.fingerprint and probe_certificate.probe_id = newest.probe_id
      and (probe_certificate.last_used_at is null or probe_certificate.last_used_at < newest.at)
  `.execute(trx)
  await sql`
    insert into probe_network (probe_id, network, last_used_at)
    select probe_id, network, max(at) from ${used} as used group by probe_id, network order by probe_id, network
    on conflict (probe_id, network)
      do update set last_used_at = greatest(probe_network.last_used_at, excluded.last_used_at)
  `.execute(trx)
  await sql`
    delete from probe_network
    where probe_id = any(${[...probeIds]}::integer[]) and not is_expected
      and last_used_at < ${now} - make_interval(hours => ${NETWORK_HOURS})
  `.execute(trx)
}
