import { join } from 'node:path'
import { productFiles } from '@watchpost/runtime'
import { createDetachedProcess, portsToBeFree, type Server } from '@watchpost/servers'
import { SERVICE_GRACE_MS } from './service-environment.ts'
import { portsFrom } from './stack-config.ts'
import type { StackFolder } from './stack-folder.ts'
import type { StackState } from './stack-state.ts'

/** A supervised service, as described by the supervisor's internal port. */
export interface Child {
  name: string
  port?: number
  internalPort: number
  pid?: number
  restarts: number
}

/** How to run a `watchpost` command against the stack. The caller's environment takes precedence over the file. */
export function watchpostCommand(folder: StackFolder, args: readonly string[]) {
  const passed = Object.entries(process.env).filter(([name]) => /^(WATCHPOST_|NODE_|PATH$|HOME$|TZ$)/.test(name))
  return {
    command: process.execPath,
    args: [productFiles().main('appliance'), ...args],
    env: {
      // A compile cache makes services start faster.
      NODE_COMPILE_CACHE: join(folder.root, 'compiled'),
      ...(Object.fromEntries(passed) as Record<string, string>),
      WATCHPOST_CONFIG_FILE: folder.environment,
    },
  }
}

/** The supervisor and its services, handled like any other server of the stack. */
export function applianceServer(folder: StackFolder, state: StackState): Server {
  const { internalPort } = state.config
  const place = { dataDir: state.dataDir, logDir: folder.logs, runDir: folder.run }
  const daemon = createDetachedProcess('appliance', place, { graceMs: SERVICE_GRACE_MS + 5_000 })
  const ports = [internalPort, ...rolePorts(state)] as const

  return {
    name: 'appliance',
    ports,
    logFile: daemon.logFile,
    pid: daemon.pid,
    kill9: daemon.kill9,
    stop: daemon.stop,

    async start() {
      if (daemon.pid() !== undefined) return
      // Services whose supervisor was killed drain first.
      await portsToBeFree('appliance', ports, SERVICE_GRACE_MS + 10_000)
      daemon.launch(watchpostCommand(folder, ['start']))
    },

    async problem() {
      if (daemon.pid() === undefined) return 'not running'
      const answer = await readiness(internalPort)
      return answer.reason
    },
  }
}

/** The readiness of each service. */
export async function readiness(internalPort: number): Promise<{ reason?: string; services: Record<string, string> }> {
  try {
    const response = await ask(internalPort, '/readyz')
    const { reason, roles: services = {} } = (await response.json()) as {
      reason?: string
      roles?: Record<string, string>
    }
    return response.ok ? { services } : { reason: reason ?? `answers ${response.status}`, services }
  } catch {
    return { reason: 'its internal port does not answer', services: {} }
  }
}

/** The services' processes according to the supervisor; empty if it does not answer. */
export async function childrenOf(internalPort: number): Promise<Child[]> {
  try {
    const response = await ask(internalPort, '/children')
    return (await response.json()) as Child[]
  } catch {
    return []
  }
}

function ask(port: number, path: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5_000) })
}

/** All ports of the services: the public ones, a hundred higher for each further instance, and the internal ones. */
export function rolePorts({ config, copies }: Pick<StackState, 'config' | 'copies'>): number[] {
  const counts = new Map(copies.map((each) => each.split('=') as [string, string]))
  const countOf = (service: string) => Number(counts.get(service) ?? 1)
  const total = ['gateway', 'indexer', 'clusters', 'exporter', 'api'].reduce(
    (sum, service) => sum + countOf(service),
    0,
  )
  return [
    ...portsFrom(config.apiPort, countOf('api'), 100),
    ...portsFrom(config.gatewayPort, countOf('gateway'), 100),
    ...portsFrom(config.internalPort + 1, total),
  ]
}
