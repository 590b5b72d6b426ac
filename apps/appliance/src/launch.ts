import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { forgetProcess, recordProcess } from '@watchpost/runtime'
import type { ChildPlan } from './child-plan.ts'
import { mainOf } from './roles.ts'

/** A process that runs. `ended` says how it came to an end. */
export interface Running {
  pid: number
  ended: Promise<string>
  kill(signal: NodeJS.Signals): void
}

const SETPRIV = '/usr/bin/setpriv'

/** Starts the processes of roles, each with its own log file and record if folders for these are given. */
export function createLauncher(folders: { logDir?: string; runDir?: string }, heapMebibytes: number) {
  return ({ name, role, env }: ChildPlan): Running => {
    const node = [process.execPath, ...memoryFlags(role, heapMebibytes), mainOf(role)]
    // The kernel tells a role to drain when the supervisor is gone, however it ended: no role is left on its own.
    const [command = '', ...args] = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'TERM', ...node] : node
    const output = outputOf(name, folders.logDir)
    const child = spawn(command, args, { stdio: ['ignore', output, output], env: { ...process.env, ...env } })
    if (typeof output === 'number') closeSync(output)

    const recordFile = folders.runDir ? join(folders.runDir, `${name}.json`) : undefined
    if (recordFile && child.pid) recordProcess(recordFile, child.pid)
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => {
        if (recordFile) forgetProcess(recordFile)
        resolve(signal ?? `code ${code}`)
      })
    })
    return { pid: child.pid ?? 0, ended, kill: (signal) => void child.kill(signal) }
  }
}

/**
 * How far the heap may grow with garbage before all of it is marked, by what is alive in it. Much passes through the API
 * and an exporter and is gone: with less room the API marks its whole heap once for every two hundred searches, and an
 * exporter that catches up spends half of its time on that. For an indexer that catches up 100 saves 7 µs an event and
 * takes 45 MiB more than 40.
 */
const growingPercents: Partial<Record<ChildPlan['role'], number>> = {
  api: 100,
  exporter: 100,
  indexer: 25,
  analyzer: 25,
}

/** What is held for longer than two collections of the young heap moves to the old one: a batch must fit. */
const youngMebibytes: Partial<Record<ChildPlan['role'], number>> = { exporter: 16, indexer: 16, analyzer: 4 }
const YOUNG_MEBIBYTES = 8
/** Their young heap has its size from the start: memory is flat when the load comes. */
const WHOLE_FROM_START: ReadonlySet<ChildPlan['role']> = new Set(['indexer', 'analyzer'])

/** Without a bound the engine lets garbage grow with the machine: measured, 470 MiB where 210 MiB do the same work. */
export function memoryFlags(role: ChildPlan['role'], heapMebibytes: number): string[] {
  const growingPercent = growingPercents[role]
  const young = youngMebibytes[role] ?? YOUNG_MEBIBYTES
  // Every probe that is connected takes 25 KiB of it, all the time: measured, 256 MiB were full with 9,600 of them.
  const oldMebibytes = role === 'gateway' ? 3 * heapMebibytes : heapMebibytes
  return [
    `--max-old-space-size=${oldMebibytes}`,
    `--max-semi-space-size=${young}`,
    ...(WHOLE_FROM_START.has(role) ? [`--min-semi-space-size=${young}`] : []),
    ...(growingPercent ? [`--heap-growing-percent=${growingPercent}`] : []),
  ]
}

function outputOf(name: string, logDir: string | undefined): number | 'inherit' {
  if (!logDir) return 'inherit'
  mkdirSync(logDir, { recursive: true })
  return openSync(join(logDir, `${name}.log`), 'a', 0o640)
}
