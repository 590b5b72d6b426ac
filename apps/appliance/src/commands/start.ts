import { aborted, createLogger, createMetrics, lifecycle, loadConfig, stopSignal } from '@watchpost/runtime'
import { Type } from 'typebox'
import { ApplianceConfig, ServicePorts } from '../appliance-config.ts'
import { planChildren } from '../supervise/child-plan.ts'
import { createContainerWatch } from '../supervise/container-watch.ts'
import { createReadinessWatch } from '../supervise/child-readiness.ts'
import { launchDoctor } from '../doctor/doctor-process.ts'
import { createLookout } from '../doctor/lookout.ts'
import { Refused } from '../refused.ts'
import { createLauncher, memoryFlags } from '../supervise/launch.ts'
import { mainOf, type Service, services } from '../supervise/services.ts'
import { createSupervisor } from '../supervise/supervisor.ts'
import { supervisorServer } from '../supervise/supervisor-server.ts'
import { readUnits } from '../supervise/systemctl.ts'
import { createUnitWatch } from '../supervise/unit-watch.ts'

const HeapConfig = Type.Pick(ApplianceConfig, ['heapMebibytes'])

/** Runs one service in the foreground: replaces this process by it. */
export function becomeService(service: Service): never {
  if (!process.execve) throw new Error('this Node cannot replace its process: Node 24 is needed')
  const { heapMebibytes } = loadConfig(HeapConfig, process.env, { isPartial: true, service })
  const flags = memoryFlags(service, heapMebibytes)
  return process.execve(process.execPath, [process.execPath, ...flags, mainOf(service)], process.env)
}

/**
 * Supervises one process per service until SIGTERM, then lets them drain and returns. If systemd runs the services,
 * watches their units instead, and if they run in containers, asks them.
 */
export async function superviseServices(wanted: readonly Service[] = services): Promise<void> {
  const config = loadConfig(ApplianceConfig)
  const ports = loadConfig(ServicePorts, process.env, { isPartial: true })
  const log = createLogger('appliance')
  const metrics = createMetrics('appliance')
  const restarts = metrics.counter('child_restarts_total', 'Restarts of a service by the supervisor.', ['child'])

  if (config.servicesBy !== 'processes' && config.copies.length > 0) {
    throw new Refused(
      `${config.servicesBy}: only services that run as processes have copies: remove WATCHPOST_APPLIANCE_COPIES`,
    )
  }
  const plans = planChildren(wanted, config.copies, ports, config.internalPort, config.internalHost)
  const onRestart = (child: string) => restarts.add(1, { child })
  const supervision = {
    processes: () => createSupervisor(plans, { launch: createLauncher(config), log, onRestart }),
    systemd: () => createUnitWatch(plans, { readUnits, log, onRestart }),
    containers: () => createContainerWatch(plans, { hosts: config.serviceHosts, log }),
  }[config.servicesBy]()
  metrics.gauge('child_up', 'Whether the process of a service runs.', ['child'], () =>
    supervision.children().map(({ name, pid }) => [pid === undefined ? 0 : 1, { child: name }]),
  )

  const readiness = createReadinessWatch(supervision.children)
  metrics.gauge('child_ready', 'Whether a service reports that it is ready.', ['child'], () =>
    [...readiness.ready()].map(([child, isReady]) => [isReady ? 1 : 0, { child }]),
  )

  const lookout = createLookout({ launch: launchDoctor })
  const address = { host: config.internalHost, port: config.internalPort }
  const life = lifecycle([
    lookout,
    supervisorServer(address, supervision, metrics, lookout.look),
    { name: 'services', start: supervision.start, stop: () => supervision.stop(config.graceMs) },
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
