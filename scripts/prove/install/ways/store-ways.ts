import type { Way } from './way.ts'

const UNKNOWN_USER = /Peer authentication failed/

const store = (name: string, sql: string): Way => ({
  name,
  script: ({ psql }) => `${psql} "${sql}"`,
  refusal: UNKNOWN_USER,
  control: 'developer',
})
/** The owner of the tables first disables what guards them. What it does is rolled back. */
const change = (name: string, table: string, sql: string): Way =>
  store(name, `begin; alter table ${table} disable trigger user; ${sql}; rollback`)

/** Statements in PostgreSQL. */
export const storeWays: readonly Way[] = [
  store('read the audit', 'select * from audit limit 1'),
  change('change the audit', 'audit', `update audit set username = 'other'`),
  change('delete the audit', 'audit', 'delete from audit'),
  store('read hashes of passwords', 'select password_hash from account'),
  change('become an administrator', 'account', `update account set role = 'administrator'`),
  store('read sealed secrets', 'select ciphertext from sealed_secret limit 1'),
  change('delete the ledger', 'stream_ledger', 'truncate stream_ledger cascade'),
  change('move the exports', 'export_cursor', 'update export_cursor set version = version + 1'),
  change('delete the probes', 'probe', 'truncate probe cascade'),
  {
    name: 'run a program as PostgreSQL',
    script: ({ psqlOfAdministrator }) => `${psqlOfAdministrator} "copy (select 1) to program 'cat >/dev/null'"`,
    refusal: UNKNOWN_USER,
    control: 'developer',
  },
  {
    name: 'guess a password of PostgreSQL',
    script: ({ psqlByNetwork }) => `${psqlByNetwork} 'select 1'`,
    refusal: /password authentication failed|no pg_hba.conf entry/,
    control: 'developer',
  },
]
