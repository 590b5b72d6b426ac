import { aborted, createLogger, createMetrics, lifecycle, loadConfig, stopSignal } from '@watchpost/runtime'
import { ApplianceConfig, ServicePorts } from '../appliance-config.ts'
import { planChildren } from '../supervise/child-plan.ts'
import { createReadinessWatch } from '../supervise/child-readiness.ts'
import { launchDoctor } from '../doctor/doctor-process.ts'
import { createLookout } from '../doctor/lookout.ts'
import { createLauncher } from '../supervise/launch.ts'
import { mainOf, type Service, services } from '../supervise/services.ts'
import { createSupervisor } from '../supervise/supervisor.ts'
import { supervisorServer } from '../supervise/supervisor-server.ts'

/** Runs one service in the foreground: replaces this process by it. */
export function becomeService(service: Service): never {
  if (!process.execve) throw new Error('this Node cannot replace its process: Node 24 is needed')
  return process.execve(process.execPath, [process.execPath, mainOf(service)], process.env)
}

/** Supervises one process per service until SIGTERM, then lets them drain and returns. */
export async function superviseServices(wanted: readonly Service[] = services): Promise<void> {
  const config = loadConfig(ApplianceConfig)
  const ports = loadConfig(ServicePorts, process.env, { isPartial: true })
  const log = createLogger('appliance')
  const metrics = createMetrics('appliance')
  const restarts = metrics.counter('child_restarts_total', 'Restarts of a service by the supervisor.', ['child'])

  const supervisor = createSupervisor(
    planChildren(wanted, config.copies, ports, config.internalPort, config.internalHost),
    {
      launch: createLauncher(config),
      log,
      onRestart: (child) => restarts.add(1, { child }),
    },
  )
  metrics.gauge('child_up', 'Whether the process of a service runs.', ['child'], () =>
    supervisor.children().map(({ name, pid }) => [pid === undefined ? 0 : 1, { child: name }]),
  )

  const readiness = createReadinessWatch(supervisor.children)
  metrics.gauge('child_ready', 'Whether a service reports that it is ready.', ['child'], () =>
    [...readiness.ready()].map(([child, isReady]) => [isReady ? 1 : 0, { child }]),
  )

  const lookout = createLookout({ launch: launchDoctor })
  const address = { host: config.internalHost, port: config.internalPort }
  const life = lifecycle([
    lookout,
    supervisorServer(address, supervisor, metrics, lookout.look),
    { name: 'services', start: supervisor.start, stop: () => supervisor.stop(config.graceMs) },
    readiness,
  ])
  // The services get their whole grace period first; this is only a guard against a fault of the supervisor itself.
  const told = stopSignal(config.graceMs + 5_000)
  await life.start()
  log.info({ host: address.host, port: address.port, services: wanted }, 'supervising')
  await aborted(told)
  log.info('draining')
  await life.stop()
  log.info('stopped')
}
