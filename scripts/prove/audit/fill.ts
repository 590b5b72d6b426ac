import type { Store } from '@watchpost/store'
import { sql } from 'kysely'

/** Rows per transaction. No other writer can add to the chain during one. */
const AT_ONCE = 10_000
const ENTRIES_PER_ROW = 500

/**
 * Lengthens the audit as years of operation would: rows of changes, and rows that cover 500 entries each. Writes as
 * superuser without triggers, which would take an hour for a million rows, and computes the chain as the database does.
 */
export async function fillAudit(
  owner: Store,
  { changes, entries, endsDaysAgo = 0 }: { changes: number; entries: number; endsDaysAgo?: number },
): Promise<void> {
  const vouching = Math.ceil(entries / ENTRIES_PER_ROW)
  const total = changes + vouching
  const every = vouching === 0 ? total + 1 : Math.floor(total / vouching)
  for (let done = 0; done < total; done += AT_ONCE) {
    const upTo = Math.min(total, done + AT_ONCE)
    await owner.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql.raw(fillBlock({ done, upTo, every, total, endsDaysAgo })).execute(trx)
    })
  }
  for (const table of ['audit', 'audit_access']) await sql`vacuum analyze ${sql.table(table)}`.execute(owner.db)
}

interface Block {
  done: number
  upTo: number
  every: number
  total: number
  endsDaysAgo: number
}

function fillBlock({ done, upTo, every, total, endsDaysAgo }: Block): string {
  return `
    do $$
    declare
      r audit;
      own bigint;
      previous bytea;
      said record;
    begin
      select last_id, hash into own, previous from audit_head for update;
      for i in ${done + 1} .. ${upTo} loop
        own := own + 1;
        r := null;
        r.id := own;
        r.at := now() - interval '${endsDaysAgo} days' - (${total} - i) * interval '2 seconds';
        r.account_id := i % 50;
        r.username := 'user-' || i % 50;
        r.via := 'token';
        r.credential_prefix := substr(md5(i::text), 1, 8);
        r.address := '198.51.100.' || i % 200;
        r.request_id := md5(i::text)::uuid::text;
        if i % ${every} = 0 then
          with added as (
            insert into audit_access
            select nextval.batch, n, r.at + n * interval '1 millisecond', n % 50, 'user-' || n % 50, 'token',
              substr(md5(n::text), 1, 8), '198.51.100.' || n % 200, md5((own + n)::text)::uuid::text,
              case when n % 100 = 0 then 'request.refuse' else 'event.search' end, 'network_events',
              case when n % 100 = 0 then 'refused' else 'ok' end, case when n % 100 = 0 then 403 else 200 end,
              '{"size":10,"query":{"bool":{"filter":[{"term":{"src_ip":{"value":"192.0.2.' || n % 256 || '"}}}]}}}'
            from (select nextval('audit_batch') as batch) nextval, generate_series(1, ${ENTRIES_PER_ROW}) n
            returning audit_access.*
          )
          select max(batch) as batch, count(*) as count, encode(sha256(convert_to(string_agg((
            select row_to_json(line)::text from (select added.batch, added.position,
              to_char(added.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, added.account_id,
              added.username, added.via, added.credential_prefix, added.address, added.request_id, added.action,
              added.object, added.result, added.status, added.detail) line
          ), E'\\n' order by position), 'UTF8')), 'hex') as root into said from added;
          r.username := 'api';
          r.via := 'appliance';
          r.action := 'access.collect';
          r.object := 'access/' || said.batch;
          r.after := jsonb_build_object('batch', said.batch, 'count', said.count, 'root', said.root, 'lost', 0);
        else
          r.action := case when i % 7 = 0 then 'user.change' else 'alert.mark' end;
          r.object := case when i % 7 = 0 then 'user/' || i % 50 else 'alert/' || md5(i::text)::uuid end;
          r.before := jsonb_build_object('status', 'open', 'tags', jsonb_build_array('a', i % 10));
          r.after := jsonb_build_object('status', 'closed', 'tags', jsonb_build_array('a', i % 10));
        end if;
        r.hash := sha256(previous || convert_to(audit_line(r), 'UTF8'));
        insert into audit values (r.*);
        previous := r.hash;
      end loop;
      update audit_head set last_id = own, hash = previous;
    end $$
  `
}
