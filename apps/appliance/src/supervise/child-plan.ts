import type { RolePorts } from '../appliance-config.ts'
import { currentName, type Role, roles } from './roles.ts'

/** One process to supervise. */
export interface ChildPlan {
  /** The service name, with a number from its second copy on. */
  name: string
  role: Role
  /** Its public port, if it has one. */
  port?: number
  internalPort: number
  /** Differences from the environment of the supervisor. */
  env: Record<string, string>
}

const COPY_PORT_STEP = 100

/**
 * Which processes to run on which ports. Internal ports follow that of the supervisor, in the order of the services.
 */
export function planChildren(
  wanted: readonly Role[],
  copies: readonly string[],
  ports: RolePorts,
  internalPort: number,
  internalHost = '127.0.0.1',
): ChildPlan[] {
  const counts = new Map(copies.map((each) => currentName(each).split('=') as [string, string]))
  const supervisor = `http://${reachable(internalHost)}:${internalPort}`
  let next = internalPort
  return roles
    .filter((role) => wanted.includes(role))
    .flatMap((role) =>
      Array.from({ length: Number(counts.get(role) ?? 1) }, (_, index) => {
        next += 1
        const port = role === 'gateway' || role === 'api' ? ports[role] + index * COPY_PORT_STEP : undefined
        return {
          name: index === 0 ? role : `${role}-${index + 1}`,
          role,
          internalPort: next,
          ...(port !== undefined && { port }),
          env: {
            WATCHPOST_INTERNAL_PORT: String(next),
            ...((role === 'exporter' || role === 'api') && {
              [`WATCHPOST_${role.toUpperCase()}_SUPERVISOR`]: supervisor,
            }),
            ...(port !== undefined && { [`WATCHPOST_${role.toUpperCase()}_PORT`]: String(port) }),
          },
        }
      }),
    )
}

/** The host under which a listening address can be reached from this machine. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
