import type { Report } from '../../harness/report.ts'
import { type DebianMachine, PACKAGES } from './machine/debian-machine.ts'
import { read } from './client/run-client.ts'
import { describeTraces, ourTraces } from './machine/leftovers.ts'

/** Removing keeps keys and data; a new installation continues with them. */
export function removeAndReturn(report: Report, machine: DebianMachine, client: string, debs: readonly string[]): void {
  report.step('removing and installing again')
  machine.run('apt-get', '-q', '-y', 'remove', 'watchpost*')
  const removed = ourTraces(machine)
  report.check('remove ends every process', removed.processes.length === 0 && removed.ports.length === 0)
  const kept = machine.tryRun('ls', '/etc/watchpost/keys/sealing-keys.json', '/var/lib/watchpost-log/data').status
  report.check('remove keeps keys and data', kept === 0)
  machine.run('apt-get', '-q', '-y', '--no-install-recommends', 'install', ...debs.map((name) => `${PACKAGES}/${name}`))
  const ready = machine.tryRun('sh', '-c', UNTIL_READY)
  report.check('the services are back after a new installation', ready.status === 0)
  const { alerts } = read(machine, client)
  report.check('and so are the alerts', alerts > 0, `${alerts} alerts`)
}

/** Waits until the appliance is ready. */
export const UNTIL_READY =
  'for i in $(seq 300); do curl -sf --max-time 10 http://127.0.0.1:8445/readyz && exit 0; sleep 1; done; exit 1'

/** A purge deletes data only if told to, and then everything. */
export function purge(report: Report, machine: DebianMachine): void {
  report.step('purging')
  machine.run('apt-get', '-q', '-y', 'purge', 'watchpost-probe')
  const kept = machine.tryRun('getent', 'passwd', 'watchpost-probe').status
  report.check('a purge without an answer keeps data and users', kept === 0)
  machine.run('sh', '-c', 'echo watchpost-log watchpost-log/delete-data boolean true | debconf-set-selections')
  machine.run('apt-get', '-q', '-y', 'purge', 'watchpost-log')
  machine.run('env', 'WATCHPOST_PURGE=delete', 'apt-get', '-q', '-y', 'purge', 'watchpost*')
  machine.run('sh', '-c', 'userdel watchpost-probe; rm -r /var/lib/watchpost-probe')
  const left = ourTraces(machine)
  const isClean = Object.values(left).every((found: string[]) => found.length === 0)
  report.check('a purge leaves no process, file, user, port, unit or setting', isClean, describeTraces(left))
  const names = 'select datname from pg_database union select rolname from pg_roles'
  const found = machine.run('runuser', '-u', 'postgres', '--', 'psql', '-XAtqc', names)
  const isGone = found.includes('postgres') && !found.includes('watchpost')
  report.check('nor a database or its users', isGone, found.trim().replaceAll('\n', ' '))
}
