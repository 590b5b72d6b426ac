import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../../harness/report.ts'
import { APPLIANCE } from '../packages/machine/machine-network.ts'
import { compose, containerOf, logsOf, servers, services } from './compose.ts'
import type { Podman } from './podman.ts'

const PREPARED_WITHIN_MS = 900_000
const READY_WITHIN_MS = 300_000
const ADMIN = '/var/lib/watchpost/admin.json'
const CA = '/var/lib/watchpost/tls/ca.pem'
const HEALTH = '/usr/lib/watchpost-container/health'

interface Seen {
  alerts: number
  name: string
  health: string
  findings: number
  worries: string[]
}

/** One command, from nothing to the first alert of the demonstration. `folder` gets what a client needs. */
export async function proveFirstAlert(report: Report, podman: Podman, folder: string): Promise<void> {
  report.step('podman-compose up')
  const startedAt = Date.now()
  const { status, output } = compose(podman, 'up', '--detach')
  if (status !== 0) throw new Error(`podman-compose up ended with ${status}:\n${output.slice(-3_000)}`)
  report.figure('seconds_compose_up', (Date.now() - startedAt) / 1_000)

  mkdirSync(folder, { recursive: true })
  await copyClientFiles(podman, folder)
  report.figure('seconds_prepared', (Date.now() - startedAt) / 1_000)
  const seen = readAlert(podman, folder)
  report.figure('seconds_to_first_alert', (Date.now() - startedAt) / 1_000)
  report.check(
    'one command leads from nothing to the first alert, seen by the API',
    seen.alerts > 0 && seen.name.startsWith('Watchpost demo'),
    `${seen.alerts} alerts: ${seen.name}`,
  )
  await proveReady(report, podman)
  const after = readAlert(podman, folder)
  const detail = [`${after.findings} findings, ${after.health}`, ...after.worries].join('; ')
  report.check(
    'System health looks at every part, and none is bad',
    after.findings > 10 && after.health !== 'bad',
    detail,
  )
}

/** `init` writes the first password last but one; it is read in the container that administrators use. */
async function copyClientFiles(podman: Podman, folder: string): Promise<void> {
  for (const end = Date.now() + PREPARED_WITHIN_MS; ; await sleep(500)) {
    const console = containerOf(podman, 'console')
    const admin = podman.tryRun('exec', console, 'cat', ADMIN)
    if (admin.status === 0) {
      writeFileSync(join(folder, 'admin.json'), admin.output)
      writeFileSync(join(folder, 'ca.pem'), podman.run('exec', console, 'cat', CA))
      return
    }
    if (Date.now() > end) {
      const logs = ['init', ...servers].map((name) => `--- ${name}\n${logsOf(podman, name)}`)
      throw new Error(`init did not end:\n${logs.join('\n')}`)
    }
  }
}

/** Reads in the network of the containers' machine; by its published port, if no other address is given. */
export function readAlert({ network }: Podman, folder: string, address = APPLIANCE.address): Seen {
  const program = fileURLToPath(new URL('./client/read-process.ts', import.meta.url))
  const words = [`--net=${network.path}`, process.execPath, program, folder, address]
  const output = execFileSync('nsenter', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as Seen
}

async function proveReady(report: Report, podman: Podman): Promise<void> {
  const names = [...services, ...servers, 'demo-sensor']
  const check = (name: string) => podman.tryRun('healthcheck', 'run', containerOf(podman, name)).status === 0
  let waiting: string[] = names
  for (const end = Date.now() + READY_WITHIN_MS; waiting.length > 0 && Date.now() < end; await sleep(1_000)) {
    waiting = waiting.filter((name) => !check(name))
  }
  const logs = waiting.map((name) => `${name}: ${logsOf(podman, name).slice(-500)}`)
  report.check('the health check of every container succeeds', waiting.length === 0, logs.join('\n'))
}

/** A service that cannot reach its servers is not healthy. */
export async function proveHealthCheckFails(report: Report, podman: Podman): Promise<void> {
  podman.run('pause', containerOf(podman, 'store'))
  try {
    let status = 0
    for (const end = Date.now() + 60_000; status === 0 && Date.now() < end; await sleep(1_000)) {
      status = podman.tryRun('exec', containerOf(podman, 'api'), 'timeout', '10', HEALTH).status
    }
    report.check('a health check fails while the database hangs', status > 0, `ended with ${status}`)
  } finally {
    podman.run('unpause', containerOf(podman, 'store'))
  }
}
