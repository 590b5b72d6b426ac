import type { ServiceName } from '@watchpost/runtime'

/** A statement, and the services that may run it. All others have to be refused. */
export interface StoreOperation {
  sql: string
  allowed: readonly ServiceName[]
  /** A table whose triggers refuse it even to the owner, who has to disable them first. */
  guarded?: string
}

const noService = (sql: string): StoreOperation => ({ sql, allowed: [] })
const guarded = (table: string, sql: string): StoreOperation => ({ ...noService(sql), guarded: table })

/**
 * Written by hand, from what each service does, not from the table of privileges that is tested. The owner of the tables
 * may do all of it.
 */
export const storeOperations: readonly StoreOperation[] = [
  // Structure.
  noService('create table stolen as select 1 as one'),
  noService('drop table audit cascade'),
  noService('drop table probe cascade'),
  noService('alter table audit disable trigger all'),
  noService('alter table risk_policy disable trigger all'),
  noService('alter table account add column backdoor text'),
  noService('alter table account owner to current_user'),
  noService("create or replace function audit_number() returns trigger language plpgsql as 'begin return new; end'"),
  noService('create trigger copy after insert on session execute function audit_refuse()'),
  noService('create view accounts as select * from account'),
  noService('create index on audit (username)'),
  noService('create rule hidden as on delete to account do instead nothing'),
  noService('create schema other'),
  // The audit.
  guarded('audit', "update audit set username = 'other'"),
  guarded('audit', 'delete from audit'),
  guarded('audit', 'truncate audit'),
  noService('update audit_head set last_id = 0'),
  guarded('audit_access', 'delete from audit_access'),
  guarded('audit_access', "update audit_access set detail = ''"),
  guarded('audit_checkpoint', "update audit_checkpoint set statement = ''"),
  guarded('audit_checkpoint', 'delete from audit_checkpoint'),
  guarded('audit_archive', 'delete from audit_archive'),
  { sql: 'select * from audit', allowed: ['exporter', 'api', 'console'] },
  // Numbers and history that only grow.
  noService('delete from kysely_migration'),
  noService('delete from log_epoch'),
  noService('delete from generation'),
  guarded('risk_policy', 'delete from risk_policy'),
  noService('truncate stream_ledger cascade'),
  noService('delete from probe'),
  noService('delete from setting'),
  // What belongs to one service, or to few.
  { sql: 'select password_hash from account', allowed: ['api', 'console'] },
  { sql: 'select token_hash from session', allowed: ['api', 'console'] },
  { sql: 'delete from session', allowed: ['api'] },
  { sql: "update account set role = 'administrator'", allowed: ['api', 'console'] },
  { sql: 'delete from account', allowed: ['api'] },
  { sql: 'select ciphertext from sealed_secret', allowed: ['gateway', 'exporter', 'api', 'console'] },
  { sql: 'delete from sealed_secret', allowed: ['api'] },
  { sql: 'delete from sealing_key where version > 1000', allowed: ['console'] },
  { sql: 'update probe set paused_at = null', allowed: ['api', 'console'] },
  { sql: 'delete from probe_certificate', allowed: ['gateway'] },
  { sql: 'update setting set value = value', allowed: ['api'] },
  { sql: 'update generation set sealed_at = null', allowed: ['indexer'] },
  { sql: 'delete from stream_place', allowed: ['indexer'] },
  { sql: 'delete from stream_ledger', allowed: ['gateway', 'indexer'] },
  { sql: 'delete from ingest_hold', allowed: ['indexer'] },
  { sql: 'delete from cluster_position', allowed: ['clusters'] },
  { sql: 'delete from cluster_recount', allowed: ['clusters'] },
  { sql: 'update cluster_counting set term = term', allowed: ['clusters'] },
  { sql: 'update cluster_counting set recount_after = recount_after', allowed: ['indexer', 'clusters', 'console'] },
  { sql: 'update export_cursor set version = 1', allowed: ['exporter'] },
  { sql: 'delete from syslog_export', allowed: ['api'] },
  { sql: "update alert_mark set note = ''", allowed: ['api'] },
  noService("update alert_history set changed_by = ''"),
  { sql: 'delete from alert_history', allowed: ['indexer'] },
  { sql: "update alert_job set state = 'failed'", allowed: ['api'] },
  { sql: 'delete from alert_job_exception', allowed: ['api'] },
  { sql: 'delete from alert_outbox', allowed: ['indexer'] },
  { sql: 'update alert_projection set before = null', allowed: ['indexer', 'console'] },
]
