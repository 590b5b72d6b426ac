import { readFileSync } from 'node:fs'
import { childrenOf, readiness } from './appliance-server.ts'
import { openStack } from './stack.ts'

export interface PartStatus {
  name: string
  pid?: number
  port?: number
  /** Why it is unhealthy; undefined if it is healthy. */
  problem?: string
}

/** All parts of the stack and their health. */
export async function statusOf(dir: string): Promise<PartStatus[]> {
  const { servers, appliance, state } = openStack(dir)
  const { internalPort } = state.config
  const [{ services }, children] = await Promise.all([readiness(internalPort), childrenOf(internalPort)])
  const parts = await Promise.all(
    [...servers, appliance].map(async (server) => ({
      name: server.name,
      pid: server.pid(),
      port: server.ports[0],
      problem: await server.problem(),
    })),
  )
  const ofServices = children.map(({ name, pid, port, internalPort }) => {
    const state = services[name]
    return { name, pid, port: port ?? internalPort, problem: state === 'ready' ? undefined : (state ?? 'unknown') }
  })
  return [...parts, ...ofServices]
}

/** The status as table rows, with a header row. */
export function statusRows(parts: readonly PartStatus[]): string[][] {
  const rows = parts.map(({ name, pid, port, problem }) => [
    name,
    pid === undefined ? '-' : String(pid),
    port === undefined ? '-' : String(port),
    pid === undefined ? '-' : `${Math.round(residentBytes(pid) / 1024 ** 2)} MB`,
    problem ?? 'healthy',
  ])
  return [['part', 'pid', 'port', 'memory', 'state'], ...rows]
}

/** Memory of a process and its children: PostgreSQL has many. The supervisor's services have their own rows. */
function residentBytes(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
    const children = isPostgres ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() : ''
    const own = (pages || 0) * 4_096
    return children.split(' ').reduce((sum, child) => (child ? sum + residentBytes(Number(child)) : sum), own)
  } catch {
    return 0
  }
}
