import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endChild } from '../../../harness/end-child.ts'
import { createNetwork, hosts, type MachineNetwork } from './machine-network.ts'

const BOOTED_WITHIN_MS = 120_000

export interface Ran {
  status: number
  output: string
}

/** A clean Debian with systemd as its first process, in a network of its own. */
export interface DebianMachine extends AsyncDisposable {
  root: string
  /** Runs a command in it, as root; fails if the command does. */
  run(command: string, ...args: string[]): string
  /** The same, and returns how it ended. */
  tryRun(command: string, ...args: string[]): Ran
  /** Its network, and that of a machine next to it. */
  network: Pick<MachineNetwork, 'inside' | 'outside'>
  /** Returns when it is up again. */
  reboot(): Promise<void>
}

/** The folder of our packages in the machine. */
export const PACKAGES = '/srv/watchpost'

/** Boots a copy of the root in the cache. `packages` is the folder of our packages. */
export async function bootMachine(folder: string, packages: string): Promise<DebianMachine> {
  const made = execFileSync(join(import.meta.dirname, '../install-debian'), { encoding: 'utf8' }).trim()
  const root = join(folder, 'root')
  execFileSync('cp', ['-a', '--reflink=auto', join(made, 'root'), root])
  writeFileSync(join(root, 'etc/apt/sources.list'), 'deb [trusted=yes] file:/srv/debian ./\n')
  appendFileSync(join(root, 'etc/hosts'), hosts)
  // Only the installation itself is faster by it: the machine does not outlive a power cut anyway.
  writeFileSync(join(root, 'etc/dpkg/dpkg.cfg.d/proof'), 'force-unsafe-io\n')

  const network = createNetwork()
  const log = openSync(join(folder, 'console.log'), 'a')
  const options = ['--quiet', '--register=no', '--keep-unit', '--boot', '--console=pipe']
  const binds = [`--bind-ro=${join(made, 'archive')}:/srv/debian`, `--bind-ro=${packages}:${PACKAGES}`]
  // The capability lets units have networks of their own, as with --private-network, which does not outlive a reboot.
  const where = [
    `--network-namespace-path=${network.path}`,
    '--capability=CAP_NET_ADMIN',
    '-D',
    root,
    '-M',
    'watchpost-proof',
  ]
  const start = () =>
    spawn('systemd-nspawn', [...options, ...where, ...binds], {
      detached: true,
      stdio: ['ignore', log, log],
    })
  let child = start()
  let leader = await bootedLeader(child)

  function tryRun(command: string, ...args: string[]): Ran {
    const enter = ['-t', leader, ...NAMESPACES, '-C', 'env', '-i', ...environment]
    const { status, stdout, stderr } = spawnSync('nsenter', [...enter, command, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 ** 2,
    })
    return { status: status ?? -1, output: `${stdout}${stderr}` }
  }

  return {
    root,
    network,
    tryRun,
    run(command, ...args) {
      const { status, output } = tryRun(command, ...args)
      if (status !== 0)
        throw new Error(`${[command, ...args].join(' ')} ended with ${status}:\n${output.slice(-3_000)}`)
      return output
    },
    async reboot() {
      const ended = once(child, 'exit')
      tryRun('systemctl', 'reboot')
      await ended
      child = start()
      leader = await bootedLeader(child)
    },
    async [Symbol.asyncDispose]() {
      await endChild(child)
      closeSync(log)
      network[Symbol.dispose]()
    },
  }
}

const NAMESPACES = ['-m', '-u', '-i', '-n', '-p', '-r', '-w']

const environment = ['PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'LC_ALL=C', 'DEBIAN_FRONTEND=noninteractive']

/** The pid of its systemd, once that has started everything. */
async function bootedLeader(child: ChildProcess): Promise<string> {
  const end = Date.now() + BOOTED_WITHIN_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`systemd-nspawn ended with ${child.exitCode}`)
    const leader = readIfThere(`/proc/${child.pid}/task/${child.pid}/children`).trim()
    const words = ['-t', leader, ...NAMESPACES, 'systemctl', 'is-system-running']
    const state = leader ? spawnSync('nsenter', words, { encoding: 'utf8' }).stdout.trim() : 'not running'
    if (state === 'running' || state === 'degraded') return leader
    if (Date.now() > end) throw new Error(`the machine is not up after ${BOOTED_WITHIN_MS / 1_000} s: ${state}`)
    await sleep(200)
  }
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
