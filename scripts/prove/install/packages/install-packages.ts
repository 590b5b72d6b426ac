import type { Report } from '../../harness/report.ts'
import type { DebianMachine } from './debian-machine.ts'
import { ourTraces } from './leftovers.ts'

const units = ['gateway', 'indexer', 'clusters', 'exporter', 'api', 'appliance', 'log', 'engine']

/** Installs the packages, with PostgreSQL from an archive of files. */
export function install(report: Report, machine: DebianMachine, debs: readonly string[]): void {
  report.step('installing them on a clean Debian')
  machine.run('apt-get', '-q', 'update')
  const startedAt = Date.now()
  machine.run('apt-get', '-q', '-y', '--no-install-recommends', 'install', 'postgresql', ...paths(debs))
  report.figure('seconds_install', (Date.now() - startedAt) / 1_000)
  const { processes, ports } = ourTraces(machine)
  report.check(
    'nothing runs before the setup',
    processes.length === 0 && ports.length === 0,
    [...processes, ...ports].join(', '),
  )
}

/** The packages as the machine sees them. */
export const paths = (debs: readonly string[]) => debs.map((name) => `/srv/watchpost/${name}`)

/** Runs the setup without questions. */
export function setUp(report: Report, machine: DebianMachine): void {
  report.step('watchpost setup')
  const startedAt = Date.now()
  const names = ['--name', 'localhost', '127.0.0.1', '--listen', '127.0.0.1']
  const { status, output } = machine.tryRun('watchpost', 'setup', '--yes', '--engine-heap', '1', ...names)
  report.figure('seconds_setup', (Date.now() - startedAt) / 1_000)
  report.check('watchpost setup ends well', status === 0, output.trim().split('\n').slice(-6).join(' | '))
  const states = machine.tryRun('systemctl', 'is-active', ...units.map((name) => `watchpost-${name}.service`)).output
  report.check('every unit is active', /^(active\s+){8}$/.test(states), states.trim().replaceAll('\n', ' '))
}
