import { firstPolicy } from '@watchpost/risk'
import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * The default policy scores a cluster at least as high as its highest alert. This is a new version, because versions
 * never change, and only where the first one is still in force as it was shipped: a policy of the operator stays.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    insert into risk_policy (version, policy, created_by)
    select ${firstPolicy.version + 1}, jsonb_set(policy, '{cluster,worst_percent}', '100'), 'watchpost'
    from risk_policy
    where policy = ${JSON.stringify(firstPolicy.policy)}::jsonb
      and version = ${firstPolicy.version} and version = (select max(version) from risk_policy)
  `.execute(db)
}
