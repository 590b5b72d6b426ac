import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../harness/report.ts'
import type { DebianMachine } from '../packages/machine/debian-machine.ts'

/** The internal ports: of the appliance, then of the services. */
const PORTS = [8_445, 8_446, 8_447, 8_448, 8_449, 8_450]
const PAGES = ['/children', '/targets', '/findings', '/readyz']
const LEAST_SECRETS = 8

/**
 * Internal ports, processes and units are open to every user of the machine. They show no secret and no event: none of
 * `ofEvents`, texts that are in events.
 */
export function provePublicSources(report: Report, machine: DebianMachine, ofEvents: readonly string[]): void {
  const read = (script: string) => machine.tryRun('runuser', '-u', 'nobody', '--', 'sh', '-c', script).output
  const shown = {
    pages: PAGES.map((page) => read(`curl -sS http://127.0.0.1:8445${page}`)).join('\n'),
    metrics: PORTS.map((port) => read(`curl -sS http://127.0.0.1:${port}/metrics`)).join('\n'),
    processes: read('ps -eo args'),
    units: read("systemctl show 'watchpost*'"),
    sockets: read('ss -lnx; ss -ltn'),
    files: read("find / -xdev -path /proc -prune -o -user 'watchpost*' -type f -readable -exec cat {} + 2>/dev/null"),
  }
  const secrets = secretsIn(machine)
  const found = Object.entries(shown).flatMap(([source, text]) =>
    [...secrets, ...ofEvents].filter((each) => text.includes(each)).map((each) => `${source}: ${each.slice(0, 4)}…`),
  )
  const { pages, metrics } = shown
  const isRead = metrics.includes('watchpost_indexer_') && pages.includes('"part"') && secrets.length >= LEAST_SECRETS
  const detail = `${metrics.length + pages.length} characters, ${secrets.length} secrets; ${found.join(', ') || 'none found'}`
  report.check('what every user may read shows no secret and no event', isRead && found.length === 0, detail)
}

/** Passwords, sealing keys, and a line of the private key of Kafka. */
function secretsIn({ root }: DebianMachine): string[] {
  const etc = join(root, 'etc/watchpost')
  const passwords = readdirSync(etc, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('-password'))
  const { password } = JSON.parse(readFileSync(join(root, 'var/lib/watchpost/admin.json'), 'utf8')) as {
    password: string
  }
  const sealing = readFileSync(join(etc, 'keys/sealing-keys.json'), 'utf8').match(/[\w+/=-]{32,}/g) ?? []
  return [
    ...passwords.map((path) => readFileSync(join(etc, path), 'utf8').trim()),
    password,
    ...sealing,
    readFileSync(join(etc, 'log/keystore.pem'), 'utf8').split('\n')[1] ?? '',
  ].filter((secret) => secret.length > 8)
}
