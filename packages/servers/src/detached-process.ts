import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode, forgetProcess, recordedPid, recordProcess } from '@watchpost/runtime'
import type { Place } from './server.ts'
import { waitUntil } from './wait-until.ts'

export interface Command {
  command: string
  args: readonly string[]
  env?: Record<string, string>
  cwd?: string
}

export type DetachedProcess = ReturnType<typeof createDetachedProcess>

/** A process in its own session that outlives us, identified by a record file and logging to a file. */
export function createDetachedProcess(
  name: string,
  place: Place,
  { stopSignal = 'SIGTERM', graceMs = 20_000 }: { stopSignal?: NodeJS.Signals; graceMs?: number } = {},
) {
  const recordFile = join(place.runDir, `${name}.json`)
  const logFile = join(place.logDir, `${name}.log`)
  const pid = () => recordedPid(recordFile)

  async function endBy(signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
    const target = pid()
    if (target === undefined) return true
    try {
      process.kill(target, signal)
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error
    }
    return waitUntil(() => pid() === undefined, { withinMs })
  }

  async function kill9(): Promise<void> {
    if (!(await endBy('SIGKILL', 10_000))) throw new Error(`${name} (pid ${pid()}) does not end`)
    forgetProcess(recordFile)
  }

  return {
    logFile,
    pid,
    kill9,
    launch({ command, args, env = {}, cwd = '/' }: Command): void {
      mkdirSync(dirname(logFile), { recursive: true })
      const log = openSync(logFile, 'a', 0o600)
      // The kernel signals the process when its parent dies, so nothing is left even if the parent is killed.
      const tied = place.endsWithStarter ? ['setpriv', '--pdeathsig', stopSignal.slice('SIG'.length)] : []
      const [first = command, ...rest] = [...tied, command, ...args]
      const child = spawn(first, rest, {
        detached: true,
        stdio: ['ignore', log, log],
        cwd,
        env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', ...env },
        ...place.user,
      })
      // Callers that wait for the server see that it is absent; the reason is in its log.
      child.on('error', () => undefined)
      closeSync(log)
      child.unref()
      if (child.pid === undefined || !recordProcess(recordFile, child.pid)) {
        throw new Error(`${name} did not start: ${first} cannot be run; see ${logFile}`)
      }
    },
    async stop(): Promise<void> {
      if (!(await endBy(stopSignal, graceMs))) await kill9()
      forgetProcess(recordFile)
    },
  }
}
