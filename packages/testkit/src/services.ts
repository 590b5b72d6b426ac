import type { TestProject } from 'vitest/node'
import { startTestServers, type TestServers } from './test-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL, with a user that may create databases. */
    storeUrl: string
    /** File with that user's password. */
    storePasswordFile: string
    /** A real Kafka, as host:port. */
    logBrokers: string[]
    /** A real OpenSearch, as URLs. */
    engineNodes: string[]
  }
}

/** Shared by the projects of one run, because each of them loads this file again. */
interface Shared {
  users: number
  servers: Promise<TestServers>
}
const shared = globalThis as { watchpostTestServers?: Shared }

/** Starts the real servers once per test run. `TEST_SERVERS` (comma-separated) starts only some of them. */
export async function setup(project: TestProject): Promise<void> {
  const wanted = (process.env.TEST_SERVERS ?? 'postgres,kafka,opensearch').split(',')
  shared.watchpostTestServers ??= {
    users: 0,
    servers: startTestServers(wanted, {
      cache: process.env.WATCHPOST_CACHE,
      javaHome: process.env.WATCHPOST_STACK_JAVA_HOME,
    }),
  }
  shared.watchpostTestServers.users += 1
  const { addresses } = await shared.watchpostTestServers.servers
  if (wanted.includes('postgres')) {
    project.provide('storeUrl', addresses.storeUrl)
    project.provide('storePasswordFile', addresses.storePasswordFile)
  }
  if (wanted.includes('kafka')) project.provide('logBrokers', addresses.logBrokers)
  if (wanted.includes('opensearch')) project.provide('engineNodes', addresses.engineNodes)
}

/** Stops them after the last project of the run, whether or not its tests passed. */
export async function teardown(): Promise<void> {
  const { watchpostTestServers } = shared
  if (!watchpostTestServers) return
  watchpostTestServers.users -= 1
  if (watchpostTestServers.users > 0) return
  delete shared.watchpostTestServers
  const servers = await watchpostTestServers.servers
  await servers.stop()
}
