import { readFileSync } from 'node:fs'
import type { BaseOptions } from '@platformatic/kafka'
import type { Login, ServerTls } from '../server-security.ts'

/** TLS and SCRAM-SHA-512 for clients, and a permission for every operation. */
export interface KafkaSecurity {
  tls: ServerTls
  /** The user of the brokers among themselves. */
  broker: Login
  /** May do everything; creates topics and permissions. */
  owner: Login
  /** May do nothing without an ACL. */
  users: readonly Login[]
}

const SCRAM = 'org.apache.kafka.common.security.scram.ScramLoginModule'
const PLAIN = 'org.apache.kafka.common.security.plain.PlainLoginModule'

/** The settings of a broker in addition to, or in place of, those without security. `keyStore` is the PEM file. */
export function securityProperties(
  { broker, owner }: KafkaSecurity,
  { port, controllerPort }: { port: number; controllerPort: number },
  keyStore: string,
): Record<string, string> {
  const password = passwordOf(broker)
  const credentials = `username="${broker.name}" password="${password}"`
  return {
    listeners: `SASL_SSL://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `SASL_SSL://127.0.0.1:${port}`,
    'inter.broker.listener.name': 'SASL_SSL',
    'listener.security.protocol.map': 'SASL_SSL:SASL_SSL,CONTROLLER:SASL_SSL',
    'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
    'sasl.mechanism.inter.broker.protocol': 'SCRAM-SHA-512',
    'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config': `${SCRAM} required ${credentials};`,
    // The controllers store the users of SCRAM, and cannot use them before they run.
    'sasl.mechanism.controller.protocol': 'PLAIN',
    'listener.name.controller.sasl.enabled.mechanisms': 'PLAIN',
    'listener.name.controller.plain.sasl.jaas.config': `${PLAIN} required ${credentials} user_${broker.name}="${password}";`,
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keyStore,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': keyStore.replace(/[^/]+$/, 'ca.pem'),
    'ssl.enabled.protocols': 'TLSv1.3',
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'allow.everyone.if.no.acl.found': 'false',
    'super.users': [broker, owner].map(({ name }) => `User:${name}`).join(';'),
  }
}

/** The options of `StorageTool format` that create the users. */
export function scramOptions({ broker, owner, users }: KafkaSecurity): string[] {
  return [broker, owner, ...users].flatMap((login) => [
    '--add-scram',
    `SCRAM-SHA-512=[name=${login.name},password=${passwordOf(login)}]`,
  ])
}

/** How to connect as a user. */
export function clientSecurity(tls: ServerTls, login: Login): Pick<BaseOptions, 'tls' | 'sasl'> {
  return {
    tls: { ca: readFileSync(tls.caFile) },
    sasl: { mechanism: 'SCRAM-SHA-512', username: login.name, password: passwordOf(login) },
  }
}

function passwordOf({ passwordFile }: Login): string {
  return readFileSync(passwordFile, 'utf8').trim()
}
