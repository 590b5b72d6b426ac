import { setTimeout as sleep } from 'node:timers/promises'
import { type Server, waitUntil } from '@watchpost/servers'
import { readiness } from '../../stack/appliance-server.ts'
import type { Stack } from '../../stack/stack.ts'
import { livingProcesses } from '../../stack/stack-folder.ts'
import type { Report } from '../harness/report.ts'
import type { Fault, FaultTarget } from './fault-plan.ts'
import type { TcpProxy } from './tcp-proxy.ts'
import { patient } from '../harness/burners.ts'

const RECOVERED_WITHIN_MS = 180_000

/** Executes a fault plan on a running stack, each fault once the previous one has healed. */
export function createFaultDriver(stack: Stack, proxy: Pick<TcpProxy, 'resetAll'>, report: Report) {
  const { folder, servers, state } = stack

  /** The process that a fault targets; the number selects one of several instances. */
  function pick(target: FaultTarget, copy: number): { name: string; pid: number; server?: Server } {
    const prefix = { gateway: 'gateway', indexer: 'indexer', broker: 'kafka-', engine: 'opensearch-' }[target]
    const living = [...livingProcesses(folder)]
      .filter(([name]) => name.startsWith(prefix))
      .toSorted(([a], [b]) => a.localeCompare(b))
    const [name, pid] = living[copy % living.length] ?? []
    if (!name || !pid) throw new Error(`no ${target} runs`)
    const server = servers.find((each) => each.name === name)
    return { name, pid, ...(server && { server }) }
  }

  async function healed({ name, server }: ReturnType<typeof pick>): Promise<void> {
    const isWell = async () => {
      if (server) return (await server.problem()) === undefined
      return (await readiness(state.config.internalPort)).services[name] === 'ready'
    }
    if (!(await waitUntil(isWell, { withinMs: patient(RECOVERED_WITHIN_MS) })))
      throw new Error(`${name} did not recover`)
  }

  async function kill(victim: ReturnType<typeof pick>): Promise<void> {
    const { name, pid, server } = victim
    report.step(`kill -9 ${name}`)
    if (!server) {
      // The supervisor restarts it.
      process.kill(pid, 'SIGKILL')
      await waitUntil(() => (livingProcesses(folder).get(name) ?? pid) !== pid, {
        withinMs: patient(RECOVERED_WITHIN_MS),
      })
      return healed(victim)
    }
    await server.kill9()
    await server.start()
    await healed(victim)
  }

  async function pause(victim: ReturnType<typeof pick>, forMs: number): Promise<void> {
    const { name, pid } = victim
    report.step(`SIGSTOP ${name} for ${forMs / 1_000} s`)
    process.kill(pid, 'SIGSTOP')
    await sleep(forMs)
    // It may have been given up and stopped since then.
    if ([...livingProcesses(folder).values()].includes(pid)) process.kill(pid, 'SIGCONT')
    await healed(victim)
  }

  return {
    async run(faults: readonly Fault[]): Promise<void> {
      for (const fault of faults) {
        if (fault.kind === 'reset') report.step(`reset of ${proxy.resetAll()} connections`)
        else if (fault.kind === 'kill') await kill(pick(fault.target, fault.copy))
        else await pause(pick(fault.target, fault.copy), fault.forMs)
        await sleep(fault.restMs)
      }
    },
  }
}
