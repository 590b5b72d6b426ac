import { hash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../harness/report.ts'
import { read, showAlert } from './client/run-client.ts'
import type { DebianMachine } from './machine/debian-machine.ts'

const units = ['gateway', 'indexer', 'clusters', 'exporter', 'api', 'appliance', 'log', 'engine']
/** The text of the alert that the guide triggers. */
export const ALERT = 'Watchpost test: a ping'

/** The alert that the guide triggers is in the web interface. */
export function proveFirstAlert(report: Report, machine: DebianMachine, client: string): void {
  report.step('opening the web interface')
  mkdirSync(client)
  copyFileSync(join(machine.root, 'var/lib/watchpost/tls/ca.pem'), join(client, 'ca.pem'))
  copyFileSync(join(machine.root, 'var/lib/watchpost/admin.json'), join(client, 'admin.json'))
  const shown = showAlert(machine, client, ALERT)
  report.check('the alert of the ping is in the web interface', shown.includes(ALERT), shown)
}

/** Every unit is active, and System health looked at each part. */
export function proveHealth(report: Report, machine: DebianMachine, client: string): void {
  const states = machine.tryRun('systemctl', 'is-active', ...units.map((name) => `watchpost-${name}.service`)).output
  report.check('every unit is active', /^(active\s+){8}$/.test(states), states.trim().replaceAll('\n', ' '))
  const { health, findings, worries } = read(machine, client)
  const detail = [`${findings} findings, ${health}`, ...worries].join('; ')
  report.check('System health looks at every part, and none is bad', findings > 10 && health !== 'bad', detail)
}

/** No unit ended since the machine started. */
export function proveNoRestarts(report: Report, machine: DebianMachine): void {
  const names = units.map((name) => `watchpost-${name}.service`)
  const counts = machine.run('systemctl', 'show', '--property=NRestarts', '--value', ...names).match(/\d+/g) ?? []
  report.check('no unit restarted', counts.length === 8 && counts.every((count) => count === '0'), counts.join(' '))
}

/** After Suricata has stopped, each line that it wrote is found once, unchanged. */
export function proveEveryLine(report: Report, machine: DebianMachine, client: string): void {
  machine.run('systemctl', 'stop', 'suricata')
  const lines = readFileSync(join(machine.root, 'var/log/suricata/eve.json'), 'utf8').split('\n').slice(0, -1)
  const digests = join(client, 'digests')
  writeFileSync(digests, lines.map((line) => `${digestOf(line)}\n`).join(''))
  const { events, comparison } = read(machine, client, lines.length, digests)
  const { found, missing, surplus } = comparison ?? { found: 0, missing: lines.length, surplus: 0 }
  const isWhole = events === lines.length && found === lines.length && missing + surplus === 0
  const detail = `${found} of ${lines.length} lines, ${missing} missing, ${surplus} changed or too many`
  report.check('every line of Suricata is found, unchanged, once', isWhole, detail)
}

function digestOf(line: string): string {
  return hash('sha256', JSON.stringify(JSON.parse(line)), 'hex').slice(0, 16)
}
