import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createNetwork, type MachineNetwork } from '../packages/machine/machine-network.ts'

export interface Ran {
  status: number
  output: string
}

/** Podman with storage, settings and network of its own, so that it leaves nothing behind on the machine. */
export interface Podman extends Disposable {
  /** Returns what it prints; fails if it does. */
  run(...args: string[]): string
  tryRun(...args: string[]): Ran
  /** Runs another command in the same network, with the same settings. */
  tryCommand(command: readonly string[], options?: { cwd?: string; env?: Record<string, string> }): Ran
  network: MachineNetwork
}

/** `folder` must not be in memory: it will contain images. */
export function startPodman(folder: string): Podman {
  mkdirSync(folder, { recursive: true })
  const network = createNetwork()
  const settings = join(folder, 'containers.conf')
  const storage = join(folder, 'storage.conf')
  writeFileSync(settings, containersConf(folder))
  writeFileSync(storage, storageConf(folder))
  const environment = { CONTAINERS_CONF: settings, CONTAINERS_STORAGE_CONF: storage, TMPDIR: join(folder, 'tmp') }
  mkdirSync(environment.TMPDIR)

  function tryCommand(command: readonly string[], { cwd, env }: { cwd?: string; env?: Record<string, string> } = {}) {
    // Only the network is another one: with a mount namespace of its own, the next command would not see the containers.
    const { status, stdout, stderr } = spawnSync('nsenter', [`--net=${network.path}`, ...command], {
      encoding: 'utf8',
      cwd,
      env: { ...process.env, ...environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 ** 2,
    })
    return { status: status ?? -1, output: `${stdout}${stderr}` }
  }
  const tryRun = (...args: string[]) => tryCommand(['podman', ...args])

  return {
    network,
    tryCommand,
    tryRun,
    run(...args) {
      const { status, output } = tryRun(...args)
      if (status !== 0) throw new Error(`podman ${args.join(' ')} ended with ${status}:\n${output.slice(-3_000)}`)
      return output
    },
    [Symbol.dispose]() {
      tryRun('pod', 'rm', '--all', '--force', '--time', '5')
      tryRun('rm', '--all', '--force', '--time', '5')
      tryRun('network', 'prune', '--force')
      tryRun('system', 'reset', '--force')
      network[Symbol.dispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** In a container, the limits of processes cannot be raised, and not even the whole of this one's be given. */
const MOST = 32_768
const limits = [limitOf('nofile', 'Max open files'), limitOf('nproc', 'Max processes')]

function limitOf(name: string, title: string): string {
  const found = new RegExp(`^${title}\\s+\\S+\\s+(\\S+)`, 'm').exec(readFileSync('/proc/self/limits', 'utf8'))
  const value = Math.min(MOST, Number(found?.[1]) || MOST)
  return `${name}=${value}:${value}`
}

/** Works in a container without systemd. */
function containersConf(folder: string): string {
  return `[containers]
default_ulimits = [${limits.map((each) => `"${each}"`).join(', ')}]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
tmp_dir = "${folder}/run/libpod"
[network]
network_backend = "netavark"
network_config_dir = "${folder}/networks"
`
}

function storageConf(folder: string): string {
  return `[storage]
driver = "overlay"
graphroot = "${folder}/storage"
runroot = "${folder}/run"
`
}
