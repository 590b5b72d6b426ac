import { serviceNames } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { grantsOf } from './ensure-acls.ts'
import { grantCommands } from './grant-commands.ts'

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

test('writes the users and their permissions as commands of Kafka, with the prefix of the names', () => {
  const { users, acls } = grantCommands({ prefix: 'site-' }, new Map([['watchpost-gateway', ['gateway']]]))
  expect(users).toEqual([
    `kafka-configs.sh $KAFKA --alter --entity-type users --entity-name 'watchpost-gateway' --add-config 'SCRAM-SHA-512=[password=…]'`,
  ])
  const allow = `kafka-acls.sh $KAFKA --add --allow-principal 'User:watchpost-gateway' --operation`
  expect(acls).toEqual([
    '# gateway',
    `${allow} WRITE --topic 'site-events'`,
    `${allow} WRITE --topic 'site-dead-letters'`,
    `${allow} DESCRIBE --group 'site-dead-letters-retried'`,
    `${allow} DESCRIBE --group 'site-indexer-' --resource-pattern-type prefixed`,
    `${allow} DESCRIBE --cluster`,
  ])
})
