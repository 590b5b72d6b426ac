import { join } from 'node:path'
import { createDetachedProcess } from '../detached-process.ts'
import { clearEngine } from './opensearch-clear.ts'
import { nodeJavaArguments, type OpenSearchInstalled } from './opensearch-java.ts'
import { loggingProperties, nodeSettings } from './opensearch-settings.ts'
import { portsToBeFree } from '../ports.ts'
import type { DataServer, Place } from '../server.ts'
import { makeOwnFolder, writeOwnFile } from '../server-user.ts'

export interface OpenSearchOptions {
  place: Place
  installed: OpenSearchInstalled
  clusterName: string
  nodes: ReadonlyArray<{ port: number; transportPort: number }>
  /** In Java notation: 1g. */
  heap: string
  /** Additional Java options. */
  javaOptions?: readonly string[]
  /** Additional settings of the nodes. */
  settings?: Readonly<Record<string, string>>
}

/** An OpenSearch cluster with our hardening. The number of nodes is fixed once its data exists. */
export function openSearchNodes(options: OpenSearchOptions): DataServer[] {
  const { place, installed } = options
  const nodes = options.nodes.map((node, index) => ({ ...node, name: `opensearch-${index + 1}` }))

  return nodes.map(({ name, port, transportPort }) => {
    const dataDir = join(place.dataDir, name)
    const confDir = join(dataDir, 'config')
    const tmpDir = join(dataDir, 'tmp')
    const daemon = createDetachedProcess(name, place)

    function configure(): void {
      for (const each of [dataDir, confDir, tmpDir]) makeOwnFolder(each, place.user)
      const settings = nodeSettings({
        name,
        port,
        transportPort,
        dataDir,
        nodes,
        clusterName: options.clusterName,
        more: options.settings,
      })
      writeOwnFile(join(confDir, 'opensearch.yml'), settings, place.user)
      writeOwnFile(join(confDir, 'log4j2.properties'), loggingProperties, place.user)
    }

    return {
      name,
      ports: [port, transportPort],
      logFile: daemon.logFile,
      pid: daemon.pid,
      kill9: daemon.kill9,
      stop: daemon.stop,
      clear: () => clearEngine(`http://127.0.0.1:${port}`),

      async start() {
        if (daemon.pid() !== undefined) return
        await portsToBeFree(name, [port, transportPort])
        configure()
        daemon.launch({
          command: join(installed.javaHome, 'bin/java'),
          args: nodeJavaArguments(installed, {
            heap: options.heap,
            more: options.javaOptions,
            dataDir,
            confDir,
            tmpDir,
          }),
          cwd: installed.openSearchHome,
        })
      },

      async problem() {
        if (daemon.pid() === undefined) return 'not running'
        try {
          const response = await fetch(`http://127.0.0.1:${port}/_cluster/health`, {
            signal: AbortSignal.timeout(3_000),
          })
          const health = (await response.json()) as { status?: string; number_of_nodes?: number }
          if (health.number_of_nodes !== nodes.length) {
            return `sees ${health.number_of_nodes ?? 0} of ${nodes.length} nodes`
          }
          return health.status === 'red' ? 'the cluster is red: shards are missing' : undefined
        } catch {
          return 'does not answer'
        }
      },
    } satisfies DataServer
  })
}
