import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokerProperties } from './kafka-properties.ts'
import { scramOptions, securityProperties } from './kafka-security.ts'

const folder = mkdtempSync(join(tmpdir(), 'kafka-security-'))
const login = (name: string) => {
  writeFileSync(join(folder, name), `${name}-secret\n`)
  return { name, passwordFile: join(folder, name) }
}
const security = {
  tls: { caFile: '/tls/ca.pem', certFile: '/tls/server.pem', keyFile: '/tls/server-key.pem' },
  broker: login('broker'),
  owner: login('owner'),
  users: [login('gateway')],
}
const ports = { port: 19_091, controllerPort: 19_191 }

test('a secured broker has no listener without TLS and a user, and allows nothing without an ACL', () => {
  const more = securityProperties(security, ports, '/conf/keystore.pem')
  const properties = brokerProperties(1, [ports], '/data', more)
  expect(properties).not.toContain('PLAINTEXT')
  expect(properties).toContain('listeners=SASL_SSL://127.0.0.1:19091,CONTROLLER://127.0.0.1:19191\n')
  expect(properties).toContain('listener.security.protocol.map=SASL_SSL:SASL_SSL,CONTROLLER:SASL_SSL\n')
  expect(properties).toContain('allow.everyone.if.no.acl.found=false\n')
  expect(properties).toContain('super.users=User:broker;User:owner\n')
  expect(properties).toContain('ssl.truststore.location=/conf/ca.pem\n')
})

test('creates every user with the password of its file', () => {
  expect(scramOptions(security)).toEqual(
    ['broker', 'owner', 'gateway'].flatMap((name) => [
      '--add-scram',
      `SCRAM-SHA-512=[name=${name},password=${name}-secret]`,
    ]),
  )
})
