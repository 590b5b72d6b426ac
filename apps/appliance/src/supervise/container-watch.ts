import type { Logger } from '@watchpost/runtime'
import { askChild } from './child-readiness.ts'
import type { ChildPlan } from './child-plan.ts'
import { pause } from './pause.ts'
import type { ChildState, Supervision } from './supervision.ts'

export interface ContainerWatchPorts {
  /** The host name of a service, with `*` for its name. */
  hosts: string
  log: Pick<Logger, 'info' | 'warn'>
  isAlive?(child: ChildState): Promise<boolean>
  everyMs?: number
}

const EVERY_MS = 5_000
/** In its container, a service is the first process. */
const PID = 1

/** Watches services that run in containers of their own. The program that runs the containers restarts them. */
export function createContainerWatch(plans: readonly ChildPlan[], ports: ContainerWatchPorts): Supervision {
  const { hosts, log, isAlive = answers, everyMs = EVERY_MS } = ports
  const children = plans.map(({ name, service, port, internalPort }): ChildState => {
    const host = hosts.replaceAll('*', service)
    return { name, service, host, internalPort, restarts: 0, lastEnd: 'no answer', ...(port !== undefined && { port }) }
  })
  const stopping = new AbortController()
  let loop: Promise<void> | undefined

  async function look(): Promise<void> {
    await Promise.all(
      children.map(async (child) => {
        const isUp = await isAlive(child)
        if (isUp === (child.pid !== undefined)) return
        if (isUp) log.info({ child: child.name }, 'child answers')
        else log.warn({ child: child.name }, 'child does not answer')
        child.pid = isUp ? PID : undefined
      }),
    )
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(everyMs, stopping.signal)
      if (!stopping.signal.aborted) await look()
    }
  }

  return {
    children: () => children,
    async start() {
      await look()
      loop = watch()
    },
    /** The containers continue. */
    async stop() {
      stopping.abort()
      await loop
    },
  }
}

async function answers(child: ChildState): Promise<boolean> {
  try {
    return (await askChild(child, '/healthz')).ok
  } catch {
    return false
  }
}
