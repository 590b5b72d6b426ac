import { EngineConfig, engineRoleMapping, engineRoles } from '@watchpost/engine'
import { grantCommands, LogConfig, usualUsers } from '@watchpost/log'
import { loadConfig } from '@watchpost/runtime'
import { grantStatements } from '@watchpost/store'
import { Type } from 'typebox'
import { readServiceUsers } from '../setup/service-users.ts'

type Say = (line: string) => void

const PrefixConfig = Type.Object({ log: LogConfig.properties.prefix, engine: EngineConfig.properties.prefix })

/** Prints the commands that give each service a user of its own on a server, with the privileges that it needs. */
export function showGrants(server: 'postgres' | 'kafka' | 'opensearch', say: Say): void {
  const prefixes = loadConfig(PrefixConfig, undefined, { isPartial: true })
  if (server === 'postgres') showStoreGrants(say)
  if (server === 'kafka') showLogGrants(prefixes.log, say)
  if (server === 'opensearch') showEngineGrants(prefixes.engine, say)
}

function showEngineGrants(prefix: string, say: Say): void {
  say('# roles.yml of the security plugin')
  say(engineRoles({ prefix }))
  say('# roles_mapping.yml')
  say(engineRoleMapping((service) => `watchpost-${service}`))
}

function showStoreGrants(say: Say): void {
  const { store: users } = readServiceUsers()
  say('-- As a superuser. Then set each password with \\password, unless the users log in by peer authentication.')
  for (const user of users.keys()) say(`create role "${user}" login;`)
  say('')
  say('-- As the owner of the tables, after each upgrade. `watchpost init` does it if it knows the owner.')
  for (const [user, services] of users) {
    say(`-- ${services.join(', ')}`)
    for (const statement of grantStatements(user, services)) say(`${statement};`)
  }
}

function showLogGrants(prefix: string, say: Say): void {
  const known = readServiceUsers().log
  const { options, users, acls } = grantCommands({ prefix }, known.size > 0 ? known : usualUsers)
  say('# A user that may create ACLs runs all of it: admin.properties has its credentials.')
  say(options)
  say('')
  say('# Each user once.')
  for (const line of users) say(line)
  say('')
  say('# The permissions. `watchpost init` sets them if it knows such a user (WATCHPOST_OWNER_LOG_USERNAME).')
  for (const line of acls) say(line)
}
