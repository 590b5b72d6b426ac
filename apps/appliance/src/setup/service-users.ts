import { LogConfig } from '@watchpost/log'
import { loadConfig, type ServiceName, serviceNames } from '@watchpost/runtime'
import { StoreConfig } from '@watchpost/store'
import { Type } from 'typebox'

/** Without the passwords: the caller may not be able to read them, and needs none. */
const UserConfig = Type.Object({ storeUrl: StoreConfig.properties.url, logUser: LogConfig.properties.username })

/** The users of the services on PostgreSQL and Kafka, each with the services that share it. */
export interface ServiceUsers {
  store: Map<string, ServiceName[]>
  /** Empty if the brokers require no user. */
  log: Map<string, ServiceName[]>
}

/** Reads the settings as each service reads them. */
export function readServiceUsers(env?: NodeJS.ProcessEnv): ServiceUsers {
  const users: ServiceUsers = { store: new Map(), log: new Map() }
  for (const service of serviceNames) {
    const { storeUrl, logUser } = loadConfig(UserConfig, env, { isPartial: true, service })
    add(users.store, decodeURIComponent(new URL(storeUrl).username), service)
    if (logUser !== undefined) add(users.log, logUser, service)
  }
  return users
}

function add(users: Map<string, ServiceName[]>, user: string, service: ServiceName): void {
  users.set(user, [...(users.get(user) ?? []), service])
}
