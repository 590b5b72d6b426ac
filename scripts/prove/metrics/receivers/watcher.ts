import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@watchpost/servers'

/** The folder that `install-watchers` filled. */
export function watchersRoot(): string {
  const cache = process.env.WATCHPOST_CACHE
  if (!cache) throw new Error('WATCHPOST_CACHE is not set: run `. scripts/env`')
  return join(cache, 'metric-watchers')
}

export interface Launch {
  /** Relative to the folder of the watchers. */
  command: string
  args: readonly string[]
  logFile: string
  /** Whether it is ready. */
  isUp(): Promise<boolean>
}

/** A real netdata or Prometheus process that a proof starts, signals and stops. */
export function createWatcher(name: string, launch: Launch) {
  const root = watchersRoot()
  const libraries = ['lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu'].map((each) => join(root, each)).join(':')
  let child: ChildProcess | undefined

  return {
    name,
    async start(): Promise<void> {
      const output = createWriteStream(launch.logFile, { flags: 'a' })
      await new Promise<void>((opened) => output.once('open', () => opened()))
      child = spawn(join(root, launch.command), launch.args, {
        stdio: ['ignore', output, output],
        env: { ...process.env, LD_LIBRARY_PATH: libraries },
      })
      output.end()
      if (!(await waitUntil(launch.isUp, { withinMs: 30_000 })))
        throw new Error(`${name} did not start: ${launch.logFile}`)
    },
    signal: (signal: NodeJS.Signals) => void child?.kill(signal),
    async stop(): Promise<void> {
      const running = child
      child = undefined
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const ended = new Promise((resolve) => running.once('exit', resolve))
      running.kill('SIGKILL')
      await ended
    },
  }
}
export type Watcher = ReturnType<typeof createWatcher>
