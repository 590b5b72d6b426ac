import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordedPid, recordProcess } from '@watchpost/runtime'
import {
  findInstalled,
  findServerUser,
  freePorts,
  kafkaBrokers,
  makeOwnFolder,
  openSearchNodes,
  type Place,
  postgresServer,
  type Server,
  waitUntilHealthy,
} from '@watchpost/servers'

/** Not /tmp: it may be in memory, and the servers' user must be able to reach it. */
const PARENT = '/var/tmp'
const PREFIX = 'watchpost-test-'
const HEALTHY_WITHIN_MS = 150_000

/** Only the first JIT compiler: the servers do not run long enough to benefit from the second one. */
const javaOptions = ['-XX:TieredStopAtLevel=1']

export type TestServers = Awaited<ReturnType<typeof startTestServers>>

/** Real servers in their own folder and on free ports, separate from any running stack. */
export async function startTestServers(wanted: readonly string[], where: { cache?: string; javaHome?: string }) {
  removeAbandoned()
  const installed = findInstalled(where)
  const folder = mkdtempSync(join(PARENT, PREFIX))
  chmodSync(folder, 0o711)
  recordProcess(join(folder, 'owner.json'), process.pid)
  const place = placeIn(folder)

  const passwordFile = (name: string) => {
    const path = join(folder, name)
    writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 })
    return path
  }
  const storePasswordFile = passwordFile('superuser-password')
  const [storePort = 0, kafkaPort = 0, controllerPort = 0, enginePort = 0, transportPort = 0] = await freePorts(5)
  const makers: Record<string, () => Server[]> = {
    postgres: () => [
      postgresServer({
        place,
        installed,
        port: storePort,
        superuserPasswordFile: storePasswordFile,
        rolePasswordFile: passwordFile('role-password'),
        database: 'watchpost',
        // Test data need not survive a power failure.
        settings: { fsync: 'off' },
      }),
    ],
    kafka: () =>
      kafkaBrokers({ place, installed, brokers: [{ port: kafkaPort, controllerPort }], heap: '384m', javaOptions }),
    opensearch: () =>
      openSearchNodes({
        place,
        installed,
        clusterName: 'watchpost-test',
        nodes: [{ port: enginePort, transportPort }],
        heap: '768m',
        javaOptions,
      }),
  }
  const servers = wanted.flatMap((name) => {
    const make = makers[name]
    if (!make) throw new Error(`TEST_SERVERS knows no ${name}, only ${Object.keys(makers).join(', ')}`)
    return make()
  })

  async function stop(): Promise<void> {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    await Promise.all(servers.map((server) => server.start().then(() => waitUntilHealthy(server, HEALTHY_WITHIN_MS))))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    stop,
    addresses: {
      storeUrl: `postgres://postgres@127.0.0.1:${storePort}/postgres`,
      storePasswordFile,
      logBrokers: [`127.0.0.1:${kafkaPort}`],
      engineNodes: [`http://127.0.0.1:${enginePort}`],
    },
  }
}

function placeIn(folder: string): Place {
  const user = findServerUser()
  const place: Place = {
    dataDir: join(folder, 'data'),
    logDir: join(folder, 'logs'),
    runDir: join(folder, 'run'),
    endsWithStarter: true,
    ...(user && { user }),
  }
  makeOwnFolder(place.dataDir, user)
  mkdirSync(place.logDir)
  mkdirSync(place.runDir)
  return place
}

/** Removes folders of killed runs, whose servers have ended with them. */
function removeAbandoned(): void {
  for (const name of readdirSync(PARENT).filter((each) => each.startsWith(PREFIX))) {
    const folder = join(PARENT, name)
    if (recordedPid(join(folder, 'owner.json')) === undefined) rmSync(folder, { recursive: true, force: true })
  }
}
