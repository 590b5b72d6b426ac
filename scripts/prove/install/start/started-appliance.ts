import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '../../../stack/stack.ts'
import { cpuSeconds } from '../../harness/processor-time.ts'

const READY_WITHIN_MS = 300_000
/** The supervisor answers each poll from its own CPU time. */
const POLL_MS = 200

/** How a kind of installation is called: the command and its first arguments. */
export type Watchpost = readonly [command: string, ...args: string[]]

export interface CpuUntilReady {
  /** CPU seconds of each service when it was first ready, and of the supervisor when all were. */
  services: Record<string, number>
  total: number
  seconds: number
}

/** Runs a `watchpost` command on the servers of the stack. */
export function runWatchpost([command, ...first]: Watchpost, stack: Stack, args: readonly string[]): void {
  execFileSync(command, [...first, ...args], { env: environment(stack), stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Starts the appliance, and measures until all services are ready. */
export async function startAppliance([command, ...first]: Watchpost, stack: Stack, compileCache?: string) {
  const log = openSync(join(stack.folder.logs, 'install-proof.log'), 'a')
  const startedAt = Date.now()
  const child = spawn(command, [...first, 'start'], {
    env: { ...environment(stack), ...(compileCache && { NODE_COMPILE_CACHE: compileCache }) },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${stack.state.config.internalPort}`
  const services: Record<string, number> = {}

  for (;;) {
    if (child.exitCode !== null) throw new Error(`the appliance ended with code ${child.exitCode}`)
    if (Date.now() - startedAt > READY_WITHIN_MS) throw new Error('the appliance did not become ready')
    const answer = await ask<{ status?: string; roles?: Record<string, string> }>(`${url}/readyz`)
    const children = await ask<{ name: string; pid?: number }[]>(`${url}/children`)
    for (const { name, pid } of children ?? [])
      if (pid && answer?.roles?.[name] === 'ready') services[name] ??= cpuSeconds(pid)
    if (answer?.status === 'ready' && Object.keys(services).length === Object.keys(answer.roles ?? {}).length) break
    await sleep(POLL_MS)
  }
  // A wrapper in sh replaces itself by Node, so the child is the supervisor.
  services.appliance = cpuSeconds(child.pid ?? 0)
  const used: CpuUntilReady = {
    services,
    total: Object.values(services).reduce((sum, each) => sum + each, 0),
    seconds: (Date.now() - startedAt) / 1_000,
  }
  return {
    used,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Without settings for Node: only the two kinds of start may differ. */
function environment({ folder }: Stack): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TZ)$/.test(name))
  return { ...Object.fromEntries(passed), WATCHPOST_CONFIG_FILE: folder.environment }
}

async function ask<T>(url: string): Promise<T | undefined> {
  try {
    return (await (await fetch(url, { signal: AbortSignal.timeout(5_000) })).json()) as T
  } catch {
    return undefined
  }
}
