import { serviceNames } from '@watchpost/runtime'
import { join } from 'node:path'
import { writeWhole } from '../setup/tls-folder.ts'
import { passwordFileOf, passwordFiles, readPassword } from './passwords.ts'

const OWNER = 'watchpost'
const DATABASE = 'watchpost'

/** Writes the statements for psql that create database and users, or give the users their passwords again. */
export function writeStoreSettings(folder: string): void {
  const users = [
    { name: OWNER, password: readPassword(folder, passwordFiles.storeOwner) },
    ...serviceNames.map((service) => ({
      name: `watchpost_${service}`,
      password: readPassword(folder, passwordFileOf(service, 'store')),
    })),
  ]
  writeWhole(join(folder, 'store/users.sql'), userStatements(users), 0o600)
}

export function userStatements(users: readonly { name: string; password: string }[]): string {
  const roles = users.flatMap(({ name, password }) => [
    `select 'create role "${name}" login' where not exists (select from pg_roles where rolname = '${name}') \\gexec`,
    `alter role "${name}" password '${password.replaceAll("'", "''")}';`,
  ])
  const services = users.filter(({ name }) => name !== OWNER).map(({ name }) => `"${name}"`)
  return [
    ...roles,
    `select 'create database "${DATABASE}" owner "${OWNER}" encoding ''UTF8'' template template0'`,
    `where not exists (select from pg_database where datname = '${DATABASE}') \\gexec`,
    `revoke all on database "${DATABASE}" from public;`,
    `grant connect on database "${DATABASE}" to ${services.join(', ')};`,
    '',
  ].join('\n')
}
