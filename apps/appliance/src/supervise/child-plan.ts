import type { ServicePorts } from '../appliance-config.ts'
import { currentName, type Service, services } from './services.ts'

/** One process to supervise. */
export interface ChildPlan {
  /** The service name, with a number from its second copy on. */
  name: string
  service: Service
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
  wanted: readonly Service[],
  copies: readonly string[],
  ports: ServicePorts,
  internalPort: number,
  internalHost = '127.0.0.1',
): ChildPlan[] {
  const counts = new Map(copies.map((each) => currentName(each).split('=') as [string, string]))
  const supervisor = `http://${reachable(internalHost)}:${internalPort}`
  let next = internalPort
  return services
    .filter((service) => wanted.includes(service))
    .flatMap((service) =>
      Array.from({ length: Number(counts.get(service) ?? 1) }, (_, index) => {
        next += 1
        const port = service === 'gateway' || service === 'api' ? ports[service] + index * COPY_PORT_STEP : undefined
        return {
          name: index === 0 ? service : `${service}-${index + 1}`,
          service,
          internalPort: next,
          ...(port !== undefined && { port }),
          env: {
            WATCHPOST_INTERNAL_PORT: String(next),
            ...((service === 'exporter' || service === 'api') && {
              [`WATCHPOST_${service.toUpperCase()}_SUPERVISOR`]: supervisor,
            }),
            ...(port !== undefined && { [`WATCHPOST_${service.toUpperCase()}_PORT`]: String(port) }),
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
