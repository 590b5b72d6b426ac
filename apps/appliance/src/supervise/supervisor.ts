import type { Logger } from '@watchpost/runtime'
import { backOffMs } from './back-off.ts'
import type { ChildPlan } from './child-plan.ts'
import type { Running } from './launch.ts'
import { pause } from './pause.ts'
import type { ChildState, Supervision } from './supervision.ts'

export interface SupervisorPorts {
  launch(plan: ChildPlan): Running
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Called on each restart. */
  onRestart?(name: string): void
  now?(): number
  random?(): number
}

/** After running this long, a service counts as healthy: its next failure is a first one again. */
const SETTLED_MS = 30_000

/** Keeps one process per plan running until stopped; a service that ends unexpectedly does not affect the others. */
export function createSupervisor(plans: readonly ChildPlan[], ports: SupervisorPorts) {
  const { launch, log, onRestart, now = Date.now, random = Math.random } = ports
  const children = plans.map(
    ({ name, service, port, internalPort }): ChildState => ({ name, service, port, internalPort, restarts: 0 }),
  )
  const running = new Map<string, Running>()
  const loops: Promise<void>[] = []
  const stopping = new AbortController()

  async function keep(plan: ChildPlan, state: ChildState): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      const startedAt = now()
      const child = launch(plan)
      running.set(plan.name, child)
      state.pid = child.pid
      state.startedAt = new Date(startedAt)
      log.info({ child: plan.name, child_pid: child.pid, internal_port: plan.internalPort }, 'child started')
      const end = await child.ended
      running.delete(plan.name)
      state.pid = undefined
      state.startedAt = undefined
      state.lastEnd = end
      if (stopping.signal.aborted) {
        log.info({ child: plan.name, end }, 'child stopped')
        return
      }
      failures = now() - startedAt >= SETTLED_MS ? 1 : failures + 1
      const waitMs = backOffMs(failures, random())
      log.error({ child: plan.name, end, wait_ms: waitMs }, 'child ended on a surprise')
      await pause(waitMs, stopping.signal)
      if (stopping.signal.aborted) return
      state.restarts += 1
      onRestart?.(plan.name)
    }
  }

  return {
    children: () => children,
    start(): void {
      for (const [index, plan] of plans.entries()) {
        const state = children[index]
        if (state) loops.push(keep(plan, state))
      }
    },
    /** Lets all services drain in parallel, and kills those that still run after the grace period. */
    async stop(graceMs: number): Promise<void> {
      stopping.abort()
      for (const child of running.values()) child.kill('SIGTERM')
      const force = setTimeout(() => {
        for (const [name, child] of running) {
          log.warn({ child: name, grace_ms: graceMs }, 'child did not drain in time')
          child.kill('SIGKILL')
        }
      }, graceMs)
      await Promise.all(loops)
      clearTimeout(force)
    },
  } satisfies Supervision
}
