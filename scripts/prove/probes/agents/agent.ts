import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { waitUntil } from '@watchpost/servers'
import { residentMebibytes } from '../../harness/resident-memory.ts'
import { endWithUs } from './end-with-us.ts'
import type { ProbeClient } from '../probe-client.ts'

const EXECUTABLE = resolve('dist/probe/watchpost-probe')
const SAMPLE_MS = 500
const STARTED_WITHIN_MS = 60_000

export interface AgentOptions {
  /** The folder of its state, its event file and its output. */
  dir: string
  /** The URL of the gateway. */
  appliance: string
  fqdn: string
  /** The file that it follows; by default `eve.json` in its folder. */
  eve?: string
  /** By default that of this checkout. */
  executable?: string
}

/** The real agent in a separate process, which can be killed and restarted. */
export function createAgent({
  dir,
  appliance,
  fqdn,
  eve = join(dir, 'eve.json'),
  executable = EXECUTABLE,
}: AgentOptions) {
  const state = join(dir, 'state')
  const spool = join(state, 'spool')
  const copy = join(dir, 'spool-before')
  const log = join(dir, 'agent.log')
  mkdirSync(dir, { recursive: true })
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let highest = 0

  function launch(args: readonly string[]): ChildProcess {
    const output = openSync(log, 'a')
    const started = endWithUs(spawn(executable, [...args, '--state', state], { stdio: ['ignore', output, output] }))
    closeSync(output)
    return started
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    clearInterval(timer)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    child = undefined
  }

  return {
    fqdn,
    eve,
    log,
    state,
    /** Enrols with a code. Returns whether the appliance accepted it. */
    async enrol(code: string): Promise<boolean> {
      const enrolling = launch(['enrol', '--appliance', appliance, '--code', code, '--eve', eve])
      const [exit] = (await once(enrolling, 'exit')) as [number | null]
      return exit === 0
    },
    async start(): Promise<void> {
      child = launch(['run', '--eve', eve])
      const { pid } = child
      timer = setInterval(() => {
        highest = Math.max(highest, (pid && residentMebibytes(pid)) || 0)
      }, SAMPLE_MS)
      // From then on it has opened its file, whatever happens to the file.
      const hasSpool = () => existsSync(spool) && readdirSync(spool).length > 0
      if (!(await waitUntil(hasSpool, { withinMs: STARTED_WITHIN_MS }))) throw new Error(`${fqdn} did not start`)
    },
    pid: () => child?.pid,
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    kill9: () => stop('SIGKILL'),
    stop: () => stop('SIGTERM'),
    /** Copies its spool at one instant, like a disk snapshot. */
    keepSpool(): void {
      rmSync(copy, { recursive: true, force: true })
      child?.kill('SIGSTOP')
      cpSync(spool, copy, { recursive: true, preserveTimestamps: true })
      child?.kill('SIGCONT')
    },
    /** Restores the copy of the spool, as after a disk failure. */
    restoreSpool(): void {
      rmSync(spool, { recursive: true, force: true })
      renameSync(copy, spool)
    },
    /** Its highest observed memory, in MiB. */
    highestMebibytes: () => highest,
    /** The end of its output, for diagnosis. */
    lastWords: () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-8).join('\n') : ''),
  }
}
export type Agent = ReturnType<typeof createAgent>

/** Adds a probe and enrols an agent for it, as an administrator would; returns the probe's id. */
export async function enrolAgent(agent: Agent, probes: ProbeClient): Promise<number> {
  const { id, enrolment } = await probes.create(agent.fqdn)
  if (!(await agent.enrol(enrolment.code))) throw new Error(`${agent.fqdn} could not enrol:\n${agent.lastWords()}`)
  return id
}
