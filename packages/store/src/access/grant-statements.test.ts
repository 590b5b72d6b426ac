import { serviceNames } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { grantStatements } from './grant-statements.ts'

const grantsOn = (table: string, services = serviceNames.slice()) =>
  grantStatements('u', services).filter((each) => each.startsWith('grant') && each.includes(`"${table}"`))

test('grants nothing beyond the privileges of the service', () => {
  expect(grantStatements('watchpost_clusters', ['clusters'])).toEqual([
    'revoke all on all tables in schema public from "watchpost_clusters"',
    'revoke all on all sequences in schema public from "watchpost_clusters"',
    'revoke create on schema public from "watchpost_clusters"',
    'grant usage on schema public to "watchpost_clusters"',
    'grant select on table "generation" to "watchpost_clusters"',
    'grant select on table "log_epoch" to "watchpost_clusters"',
    'grant select on table "risk_policy" to "watchpost_clusters"',
    'grant select, insert, update, delete on table "cluster_position" to "watchpost_clusters"',
    'grant select, update on table "cluster_counting" to "watchpost_clusters"',
    'grant select, insert, update, delete on table "cluster_recount" to "watchpost_clusters"',
  ])
})

test('joins the privileges of services that share a user', () => {
  expect(grantsOn('log_epoch')).toEqual(['grant select, insert on table "log_epoch" to "u"'])
  expect(grantsOn('ingest_hold', ['gateway', 'indexer'])).toEqual([
    'grant select, insert, update, delete on table "ingest_hold" to "u"',
  ])
})

test('lets no service change the audit, and only API and console read accounts', () => {
  for (const table of ['audit', 'audit_access', 'audit_checkpoint', 'audit_archive', 'audit_head']) {
    expect(grantsOn(table).join()).not.toMatch(/update|delete/)
  }
  for (const table of ['account', 'session', 'api_key', 'login_lane']) {
    expect(grantsOn(table, ['gateway', 'indexer', 'clusters', 'exporter'])).toEqual([])
  }
})

test('quotes names of users', () => {
  expect(grantStatements('a"b', ['clusters'])[3]).toBe('grant usage on schema public to "a""b"')
})
