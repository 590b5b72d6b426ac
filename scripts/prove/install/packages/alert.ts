import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../harness/report.ts'
import type { DebianMachine } from './debian-machine.ts'

const EVENTS = 500
const NEW_PASSWORD = 'first-alert-of-the-packages'

interface Seen {
  alerts: number
  health: string
  findings: number
}

/** Sends simulated events from the same network, and reads the first alert by the API. */
export function proveAlert(report: Report, machine: DebianMachine, client: string): void {
  report.step('sending events')
  machine.run('watchpost', 'probe', 'add', '--count', '2', '--out', '/root/probes')
  mkdirSync(client)
  cpSync(join(machine.root, 'root/probes'), join(client, 'probes'), { recursive: true })
  copyFileSync(join(machine.root, 'var/lib/watchpost/tls/ca.pem'), join(client, 'ca.pem'))
  copyFileSync(join(machine.root, 'var/lib/watchpost/admin.json'), join(client, 'admin.json'))
  const simulator = ['apps/simulate/src/main.ts', '--stack', client, '--gateway', 'https://127.0.0.1:8444']
  node(machine, [...simulator, '--probes', '2', '--events', String(EVENTS), '--give-up', '60s'])
  const { alerts, health, findings } = alertsOf(machine, client, NEW_PASSWORD)
  report.check('the first alert is listed', alerts > 0, `${alerts} alerts`)
  report.check(
    'System health looks at every part, and none is bad',
    findings > 10 && health !== 'bad',
    `${findings} findings, ${health}`,
  )
}

/** Reads alerts and System health by the API, after changing the first password if a new one is given. */
export function alertsOf(machine: DebianMachine, client: string, newPassword = ''): Seen {
  const script = fileURLToPath(new URL('./alert-process.ts', import.meta.url))
  return JSON.parse(node(machine, [script, client, newPassword])) as Seen
}

/** Runs a program of this checkout in the network of the machine. */
function node({ inNetwork: [command = '', ...words] }: DebianMachine, args: readonly string[]): string {
  return execFileSync(command, [...words, process.execPath, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
