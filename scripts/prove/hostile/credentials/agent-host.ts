import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { endWithUs } from '../../probes/agents/end-with-us.ts'
import type { AgentsOptions } from './agents-process.ts'
import type { Sensor } from './make-sensors.ts'

const STARTED_WITHIN_MS = 60_000

export type AgentHost = ReturnType<typeof createAgentHost>

/** A process that runs the agents of several sensors, so that all can be killed at once. */
export function createAgentHost(sensors: readonly Sensor[], logFile: string) {
  let child: ChildProcess | undefined

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
  }

  return {
    sensors,
    async start(): Promise<void> {
      const options: AgentsOptions = { states: sensors.map(({ state }) => state) }
      const log = openSync(logFile, 'a')
      const started = fork(join(import.meta.dirname, 'agents-process.ts'), [JSON.stringify(options)], {
        stdio: ['ignore', log, log, 'ipc'],
      })
      closeSync(log)
      endWithUs(started)
      child = started
      const signal = AbortSignal.timeout(STARTED_WITHIN_MS)
      await Promise.race([
        once(started, 'message', { signal }),
        once(started, 'exit', { signal }).then(([code]) => {
          throw new Error(`agents ended with ${code}: see ${logFile}`)
        }),
      ])
    },
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    kill9: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
