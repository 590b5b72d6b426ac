import type { Logger } from '@watchpost/runtime'
import type { ChildPlan } from './child-plan.ts'
import { pause } from './pause.ts'
import type { ChildState, Supervision } from './supervision.ts'
import type { UnitState } from './unit-state.ts'

export interface UnitWatchPorts {
  readUnits(units: readonly string[]): Promise<ReadonlyMap<string, UnitState>>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Called for each restart. */
  onRestart?(name: string): void
  now?(): number
  everyMs?: number
}

const EVERY_MS = 5_000
/** How long the last known state counts when systemd does not answer. */
const FRESH_MS = 30_000

/** The unit of a service. */
export function unitOf(service: string): string {
  return `watchpost-${service}.service`
}

/** Watches the units of the services, which systemd starts, restarts and stops. */
export function createUnitWatch(plans: readonly ChildPlan[], ports: UnitWatchPorts): Supervision {
  const { readUnits, log, onRestart, now = Date.now, everyMs = EVERY_MS } = ports
  const children = plans.map(
    ({ name, service, port, internalPort }): ChildState => ({
      name,
      service,
      internalPort,
      restarts: 0,
      ...(port !== undefined && { port }),
    }),
  )
  const stopping = new AbortController()
  let readAt = 0
  let loop: Promise<void> | undefined

  async function look(isFirst: boolean): Promise<void> {
    const units = await readUnits(children.map(({ name }) => unitOf(name)))
    readAt = now()
    for (const child of children) {
      const unit = units.get(unitOf(child.name)) ?? { restarts: 0, end: 'unit unknown' }
      if (!isFirst) report(child, unit)
      update(child, unit)
    }
  }

  /** systemd counts the restarts of a unit from its last start by hand. */
  function report(child: ChildState, unit: UnitState): void {
    const restarts = unit.restarts >= child.restarts ? unit.restarts - child.restarts : unit.restarts
    for (let turn = 0; turn < restarts; turn++) onRestart?.(child.name)
    if (restarts > 0) log.error({ child: child.name, end: unit.end ?? child.lastEnd, restarts }, 'child restarted')
    if (unit.pid !== undefined && unit.pid !== child.pid) {
      log.info({ child: child.name, child_pid: unit.pid }, 'child started')
    }
    if (unit.pid === undefined && child.pid !== undefined) {
      log.warn({ child: child.name, end: unit.end }, 'child not running')
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(everyMs, stopping.signal)
      if (stopping.signal.aborted) return
      try {
        await look(false)
      } catch (error) {
        log.warn({ err: error }, 'systemd does not answer')
        if (now() - readAt > FRESH_MS) for (const child of children) forget(child)
      }
    }
  }

  return {
    children: () => children,
    /** Fails if systemd cannot be asked. */
    async start() {
      await look(true)
      loop = watch()
    },
    /** The units continue: systemd stops them. */
    async stop() {
      stopping.abort()
      await loop
    },
  }
}

function update(child: ChildState, { pid, startedAt, memoryBytes, restarts, end }: UnitState): void {
  Object.assign(child, { pid, startedAt, memoryBytes, restarts, lastEnd: end ?? child.lastEnd })
}

function forget(child: ChildState): void {
  Object.assign(child, { pid: undefined, startedAt: undefined, memoryBytes: undefined, lastEnd: 'unknown' })
}
