import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, issueServerCertificate } from '@watchpost/pki'
import { expect, onTestFinished, test } from 'vitest'
import { makeContainerSettings } from './container-settings.ts'
import { userStatements } from './store-settings.ts'

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-containers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const make = (logHost = 'log') =>
    makeContainerSettings({ folder, servers: ['store', 'log'], logHost }, () => undefined)
  return { folder, read, make }
}

test('gives every service its own passwords, and the servers the same ones', async () => {
  const { folder, read, make } = aFolder()
  await make()
  const gateway = read('gateway/store-password')
  expect(gateway).toMatch(/^[\w-]{32}$/)
  expect(gateway).not.toBe(read('api/store-password'))
  expect(read('store/users.sql')).toContain(`alter role "watchpost_gateway" password '${gateway}';`)
  expect(read('log/users.arguments')).toContain(`[name=watchpost-gateway,password=${read('gateway/log-password')}]`)
  expect(statSync(join(folder, 'gateway/store-password')).mode & 0o777).toBe(0o600)
})

test('Kafka listens for other containers with TLS alone, and for its controller on loopback', async () => {
  const { read, make } = aFolder()
  await make('log.example.org')
  const properties = read('log/broker.properties')
  expect(properties).toContain('listeners=SASL_SSL://0.0.0.0:9092,CONTROLLER://127.0.0.1:9093\n')
  expect(properties).toContain('advertised.listeners=SASL_SSL://log.example.org:9092\n')
  expect(properties).not.toContain('PLAINTEXT')
})

test('a second run keeps passwords and certificate; another host name gets a new certificate', async () => {
  const { read, make } = aFolder()
  await make()
  const files = ['owner/log-password', 'log/keystore.pem', 'shared/log-ca.pem', 'log/broker.properties']
  const before = files.map(read)
  await make()
  expect(files.map(read)).toEqual(before)
  await make('kafka')
  expect(read('log/keystore.pem')).not.toBe(before[1])
  expect(read('owner/log-password')).toBe(before[0])
})

test('takes a given certificate, and writes its key in the form that Kafka reads', async () => {
  const { folder, read, make } = aFolder()
  const authority = await createAuthority({ commonName: 'Test', days: 2 })
  const server = await issueServerCertificate(authority, { names: ['log'], addresses: [], days: 1 })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  mkdirSync(join(folder, 'log-certificate'))
  writeFileSync(join(folder, 'log-certificate/ca.crt'), authority.certPem)
  writeFileSync(join(folder, 'log-certificate/tls.crt'), server.certPem)
  writeFileSync(join(folder, 'log-certificate/tls.key'), privateKey.export({ type: 'sec1', format: 'pem' }))
  await make()
  expect(read('log/keystore.pem')).toMatch(/^-----BEGIN PRIVATE KEY-----\n[^]*\n-----BEGIN CERTIFICATE-----\n/)
  expect(read('log/ca.pem')).toBe(authority.certPem)
})

test('quotes passwords for SQL', () => {
  const sql = userStatements([
    { name: 'watchpost', password: "it's" },
    { name: 'watchpost_api', password: 'b' },
  ])
  expect(sql).toContain(`alter role "watchpost" password 'it''s';`)
  expect(sql).toContain('grant connect on database "watchpost" to "watchpost_api";')
})
