import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BOOTED_WITHIN_MS = 120_000

export interface Ran {
  status: number
  output: string
}

/** A clean Debian with systemd as its first process, and with no network but its own loopback. */
export interface DebianMachine extends AsyncDisposable {
  root: string
  /** Runs a command in it, as root; fails if the command does. */
  run(command: string, ...args: string[]): string
  /** The same, and returns how it ended. */
  tryRun(command: string, ...args: string[]): Ran
  /** The words before a command of this machine that let it use the network of the other. */
  inNetwork: readonly string[]
}

/** Boots a copy of the root in the cache. `packages` is the folder of our packages, /srv/watchpost in it. */
export async function bootMachine(folder: string, packages: string): Promise<DebianMachine> {
  const made = execFileSync(join(import.meta.dirname, 'make-debian-root'), { encoding: 'utf8' }).trim()
  const root = join(folder, 'root')
  execFileSync('cp', ['-a', '--reflink=auto', join(made, 'root'), root])
  writeFileSync(join(root, 'etc/apt/sources.list'), 'deb [trusted=yes] file:/srv/debian ./\n')

  const log = openSync(join(folder, 'console.log'), 'a')
  const options = ['--quiet', '--register=no', '--keep-unit', '--boot', '--private-network', '--console=pipe']
  const binds = [`--bind-ro=${join(made, 'archive')}:/srv/debian`, `--bind-ro=${packages}:/srv/watchpost`]
  const child = spawn('systemd-nspawn', [...options, '-D', root, '-M', 'watchpost-proof', ...binds], {
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const leader = await bootedLeader(child)
  const enter = ['-t', leader, '-m', '-u', '-i', '-n', '-p', '-r', '-w', '-C', 'env', '-i', ...environment]

  function tryRun(command: string, ...args: string[]): Ran {
    const { status, stdout, stderr } = spawnSync('nsenter', [...enter, command, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 ** 2,
    })
    return { status: status ?? -1, output: `${stdout}${stderr}` }
  }

  return {
    root,
    inNetwork: ['nsenter', '-t', leader, '-n'],
    tryRun,
    run(command, ...args) {
      const { status, output } = tryRun(command, ...args)
      if (status !== 0)
        throw new Error(`${[command, ...args].join(' ')} ended with ${status}:\n${output.slice(-3_000)}`)
      return output
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

const environment = ['PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'LC_ALL=C', 'DEBIAN_FRONTEND=noninteractive']

/** The pid of its systemd, once that has started everything. */
async function bootedLeader(child: ChildProcess): Promise<string> {
  const end = Date.now() + BOOTED_WITHIN_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`systemd-nspawn ended with ${child.exitCode}`)
    const leader = readIfThere(`/proc/${child.pid}/task/${child.pid}/children`).trim()
    const words = ['-t', leader, '-m', '-u', '-i', '-n', '-p', '-r', '-w', 'systemctl', 'is-system-running']
    const state = leader && spawnSync('nsenter', words, { encoding: 'utf8' }).stdout.trim()
    if (leader && (state === 'running' || state === 'degraded')) return leader
    if (Date.now() > end) throw new Error(`the machine is not up after ${BOOTED_WITHIN_MS / 1_000} s: ${state}`)
    await sleep(200)
  }
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
