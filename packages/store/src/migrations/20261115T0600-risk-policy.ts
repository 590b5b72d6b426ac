import { firstPolicy } from '@watchpost/risk'
import { type Kysely, sql } from 'kysely'

/**
 * Every version of the risk policy there ever was. Stored events name the version that scored them, so that none is
 * ever changed or removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table risk_policy (
      version     integer     primary key check (version > 0),
      policy      jsonb       not null,
      created_at  timestamptz not null default now(),
      created_by  text        not null
    )
  `.execute(db)
  await sql`
    insert into risk_policy (version, policy, created_by)
    values (${firstPolicy.version}, ${JSON.stringify(firstPolicy.policy)}, 'watchpost')
  `.execute(db)
  await sql`
    create function risk_policy_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'a version of the risk policy never changes' using errcode = 'insufficient_privilege';
    end $$
  `.execute(db)
  await sql`
    create trigger risk_policy_refuse before update or delete or truncate on risk_policy
    for each statement execute function risk_policy_refuse()
  `.execute(db)
}
