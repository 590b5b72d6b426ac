import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDetachedProcess } from '../detached-process.ts'
import type { Installed } from '../installed.ts'
import { brokerJavaOptions, brokerProperties, loggingConfig } from './kafka-properties.ts'
import { clearCluster } from './kafka-clear.ts'
import { brokersSeenBy } from './kafka-metadata.ts'
import { clientSecurity, type KafkaSecurity, scramOptions, securityProperties } from './kafka-security.ts'
import { portsToBeFree } from '../ports.ts'
import type { DataServer, Place } from '../server.ts'
import { makeOwnFolder, writeOwnFile } from '../server-user.ts'

const run = promisify(execFile)

const quickJava = ['-Xmx128m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

export interface KafkaOptions {
  place: Place
  installed: Pick<Installed, 'javaHome' | 'kafkaLibs'>
  /** Each broker is also a controller. */
  brokers: ReadonlyArray<{ port: number; controllerPort: number }>
  /** In Java notation: 384m. */
  heap: string
  /** Additional Java options. */
  javaOptions?: readonly string[]
  /** Additional settings of the brokers. */
  settings?: Readonly<Record<string, string>>
  /** Without it, every local user can read and write everything. */
  security?: KafkaSecurity
}

/** A Kafka cluster without ZooKeeper. The number of brokers is fixed once its data exists. */
export function kafkaBrokers(options: KafkaOptions): DataServer[] {
  const { place, installed, security } = options
  const client = () => (security ? clientSecurity(security.tls, security.owner) : {})
  const java = join(installed.javaHome, 'bin/java')
  const classPath = `${installed.kafkaLibs}/*`

  /** The id of the cluster, stored next to its data. */
  function clusterId(): string {
    const file = join(place.dataDir, 'kafka-cluster-id')
    if (!existsSync(file)) {
      writeOwnFile(`${file}.new`, randomBytes(16).toString('base64url'), place.user)
      renameSync(`${file}.new`, file)
    }
    return readFileSync(file, 'utf8')
  }

  return options.brokers.map(({ port, controllerPort }, index) => {
    const id = index + 1
    const name = `kafka-${id}`
    const dataDir = join(place.dataDir, name)
    const confDir = join(place.dataDir, `${name}-conf`)
    const daemon = createDetachedProcess(name, place, { graceMs: 15_000 })
    const loggingFile = join(confDir, 'log4j2.yaml')

    function configure(file: string, logDir: string): string {
      const path = join(confDir, file)
      makeOwnFolder(confDir, place.user)
      writeOwnFile(loggingFile, loggingConfig, place.user)
      const more = { ...(security && secure(security)), ...options.settings }
      writeOwnFile(path, brokerProperties(id, options.brokers, logDir, more), place.user)
      return path
    }

    function secure(wanted: KafkaSecurity): Record<string, string> {
      const { caFile, certFile, keyFile } = wanted.tls
      const keyStore = join(confDir, 'keystore.pem')
      writeOwnFile(keyStore, `${readFileSync(keyFile, 'utf8')}${readFileSync(certFile, 'utf8')}`, place.user)
      writeOwnFile(join(confDir, 'ca.pem'), readFileSync(caFile, 'utf8'), place.user)
      return securityProperties(wanted, { port, controllerPort }, keyStore)
    }

    async function format(cluster: string): Promise<void> {
      const fresh = `${dataDir}.new`
      rmSync(fresh, { recursive: true, force: true })
      makeOwnFolder(fresh, place.user)
      const properties = configure('format.properties', fresh)
      const words = [
        ...quickJava,
        `-Dlog4j2.configurationFile=${loggingFile}`,
        '-cp',
        classPath,
        'kafka.tools.StorageTool',
        'format',
        // As one argument: one id in 64 begins with a hyphen and would be read as another option.
        `--cluster-id=${cluster}`,
        '-c',
        properties,
        ...(security ? scramOptions(security) : []),
      ]
      // In a file, because every local user can read the arguments of a process.
      const argumentFile = join(confDir, 'format.arguments')
      writeOwnFile(argumentFile, words.map((word) => `"${word}"\n`).join(''), place.user)
      try {
        await run(java, [`@${argumentFile}`], { cwd: '/', ...place.user })
      } finally {
        rmSync(argumentFile)
      }
      renameSync(fresh, dataDir)
    }

    return {
      name,
      ports: [port, controllerPort],
      logFile: daemon.logFile,
      pid: daemon.pid,
      kill9: daemon.kill9,
      stop: daemon.stop,
      clear: () => clearCluster(port, client()),

      async start() {
        if (daemon.pid() !== undefined) return
        await portsToBeFree(name, [port, controllerPort])
        if (!existsSync(dataDir)) await format(clusterId())
        daemon.launch({
          command: java,
          args: [
            `-Xms${options.heap}`,
            `-Xmx${options.heap}`,
            ...brokerJavaOptions(installed.kafkaLibs, loggingFile),
            ...(options.javaOptions ?? []),
            'kafka.Kafka',
            configure('broker.properties', dataDir),
          ],
        })
      },

      async problem() {
        if (daemon.pid() === undefined) return 'not running'
        const seen = await brokersSeenBy(port, client())
        if (typeof seen === 'string') return seen
        return seen === options.brokers.length ? undefined : `sees ${seen} of ${options.brokers.length} brokers`
      },
    } satisfies DataServer
  })
}
