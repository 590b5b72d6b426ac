import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@watchpost/runtime'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { clientOptions, LogConfig, logOwnerOf, LogOwnerConfig } from './log-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'log-config-'))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const brokers = { WATCHPOST_LOG_BROKERS: 'a:9092' }
const user = {
  ...brokers,
  WATCHPOST_LOG_USERNAME: 'watchpost-{service}',
  WATCHPOST_LOG_PASSWORD_FILE: file('password', 'secret\n'),
}
const secured = { ...user, WATCHPOST_LOG_CA_FILE: file('ca.pem', 'the CA') }

test('uses neither TLS nor a user by default', () => {
  const options = clientOptions(loadConfig(LogConfig, brokers), 'test')
  expect(options).not.toHaveProperty('tls')
  expect(options).not.toHaveProperty('sasl')
})

test('authenticates each service with its own user over TLS', () => {
  const options = clientOptions(loadConfig(LogConfig, secured, { service: 'indexer' }), 'test')
  expect(options.tls).toEqual({ ca: Buffer.from('the CA') })
  expect(options.sasl).toEqual({ mechanism: 'SCRAM-SHA-512', username: 'watchpost-indexer', password: 'secret' })
})

test('rejects a user without a password or without TLS', () => {
  const { WATCHPOST_LOG_PASSWORD_FILE: _, ...withoutPassword } = secured
  expect(() => clientOptions(loadConfig(LogConfig, withoutPassword), 'test')).toThrow('LOG_PASSWORD_FILE')
  expect(() => clientOptions(loadConfig(LogConfig, user), 'test')).toThrow('LOG_CA_FILE')
})

test('connects as the owner with the password of the owner only', () => {
  const schema = Type.Object({ log: LogConfig, owner: LogOwnerConfig })
  expect(logOwnerOf(loadConfig(schema, secured)).username).toBe('watchpost-console')
  const owner = { WATCHPOST_OWNER_LOG_USERNAME: 'kafka-admin', WATCHPOST_OWNER_LOG_PASSWORD_FILE: file('owner', 'top') }
  const config = logOwnerOf(loadConfig(schema, { ...secured, ...owner }))
  expect([config.username, config.password?.reveal()]).toEqual(['kafka-admin', 'top'])
  const { WATCHPOST_OWNER_LOG_PASSWORD_FILE: _, ...withoutPassword } = owner
  expect(() => clientOptions(logOwnerOf(loadConfig(schema, { ...secured, ...withoutPassword })), 'test')).toThrow(
    'has no password',
  )
})
