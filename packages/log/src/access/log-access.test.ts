import { serviceNames } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { aclCommands } from './acl-commands.ts'
import { grantsOf } from './ensure-acls.ts'

const writersTo = (name: string) =>
  serviceNames.filter((service) =>
    grantsOf({ prefix: '' }, [service]).some((each) => each.name === name && each.operation === 'WRITE'),
  )

test('lets only gateway, API and console write events, and only indexer and exporter read them', () => {
  expect(writersTo('events')).toEqual(['gateway', 'api', 'console'])
  const readers = serviceNames.filter((service) =>
    grantsOf({ prefix: '' }, [service]).some((each) => each.name === 'events' && each.operation === 'READ'),
  )
  expect(readers).toEqual(['indexer', 'exporter'])
})

test('grants a user that services share each permission once', () => {
  const grants = grantsOf({ prefix: '' }, serviceNames)
  expect(new Set(grants.map((each) => JSON.stringify(each))).size).toBe(grants.length)
})

test('writes the permissions as arguments of kafka-acls.sh, with the prefix of the names', () => {
  expect(aclCommands({ prefix: 'site-' }, 'watchpost-gateway', ['gateway'])).toEqual([
    "--add --allow-principal 'User:watchpost-gateway' --operation WRITE --topic 'site-events'",
    "--add --allow-principal 'User:watchpost-gateway' --operation WRITE --topic 'site-dead-letters'",
    "--add --allow-principal 'User:watchpost-gateway' --operation DESCRIBE --group 'site-dead-letters-retried'",
    "--add --allow-principal 'User:watchpost-gateway' --operation DESCRIBE --group 'site-indexer-' --resource-pattern-type prefixed",
    "--add --allow-principal 'User:watchpost-gateway' --operation DESCRIBE --cluster",
  ])
})
