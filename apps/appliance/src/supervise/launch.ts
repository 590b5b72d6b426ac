import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { forgetProcess, recordProcess } from '@watchpost/runtime'
import type { ChildPlan } from './child-plan.ts'
import { mainOf } from './services.ts'

/** A running process. `ended` resolves with the reason of its end. */
export interface Running {
  pid: number
  ended: Promise<string>
  kill(signal: NodeJS.Signals): void
}

interface LaunchOptions {
  logDir?: string
  runDir?: string
  heapMebibytes: number
  isWatching: boolean
}

/** Node itself knows which files a service has loaded. A service that cannot start waits for the next change. */
const WATCH = ['--watch', '--watch-preserve-output']

const SETPRIV = '/usr/bin/setpriv'

/** Starts the processes of services, each with its own log file and record if folders for these are given. */
export function createLauncher({ logDir, runDir, heapMebibytes, isWatching }: LaunchOptions) {
  return ({ name, service, env }: ChildPlan): Running => {
    const node = [
      process.execPath,
      ...memoryFlags(service, heapMebibytes),
      ...(isWatching ? WATCH : []),
      mainOf(service),
    ]
    // The kernel sends SIGTERM to a service when the supervisor ends for any reason, so that no service is orphaned.
    const [command = '', ...args] = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'TERM', ...node] : node
    const output = outputOf(name, logDir)
    const child = spawn(command, args, { stdio: ['ignore', output, output], env: { ...process.env, ...env } })
    if (typeof output === 'number') closeSync(output)

    const recordFile = runDir ? join(runDir, `${name}.json`) : undefined
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

interface HeapPlan {
  /**
   * Objects that survive two collections of the young heap move to the old one, so a batch must fit in the young heap.
   */
  youngMebibytes: number
  /** The young heap has its full size from the start, so that memory does not grow under load. */
  isWholeFromStart?: boolean
  /** How far the heap may grow with garbage before a full mark, as a percentage of its live objects. */
  growingPercent?: number
}

/**
 * Most objects in the API and in an exporter are short-lived. With less room, the API marks its whole heap once for
 * every two hundred searches, and an exporter that catches up spends half of its time on that. For an indexer that
 * catches up, 100 percent saves 7 µs per event and takes 45 MiB more than 40 percent.
 */
const heapPlans: Partial<Record<ChildPlan['service'], HeapPlan>> = {
  api: { youngMebibytes: 8, growingPercent: 100 },
  exporter: { youngMebibytes: 16, growingPercent: 100 },
  indexer: { youngMebibytes: 16, isWholeFromStart: true, growingPercent: 25 },
  clusters: { youngMebibytes: 4, isWholeFromStart: true, growingPercent: 25 },
}
const otherServices: HeapPlan = { youngMebibytes: 8 }

/**
 * Without a limit V8 lets garbage grow with the memory of the machine: measured, 470 MiB where 210 MiB do the same
 * work.
 */
export function memoryFlags(service: ChildPlan['service'], heapMebibytes: number): string[] {
  const { youngMebibytes, isWholeFromStart, growingPercent } = heapPlans[service] ?? otherServices
  // Every connected probe permanently takes 25 KiB of it: measured, 256 MiB were full with 9,600 probes.
  const oldMebibytes = service === 'gateway' ? 3 * heapMebibytes : heapMebibytes
  return [
    `--max-old-space-size=${oldMebibytes}`,
    `--max-semi-space-size=${youngMebibytes}`,
    ...(isWholeFromStart ? [`--min-semi-space-size=${youngMebibytes}`] : []),
    ...(growingPercent ? [`--heap-growing-percent=${growingPercent}`] : []),
  ]
}

function outputOf(name: string, logDir: string | undefined): number | 'inherit' {
  if (!logDir) return 'inherit'
  mkdirSync(logDir, { recursive: true })
  return openSync(join(logDir, `${name}.log`), 'a', 0o640)
}
