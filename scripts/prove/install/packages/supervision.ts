import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../../harness/report.ts'
import { read, type Seen, streamMetrics } from './client/run-client.ts'
import type { DebianMachine } from './machine/debian-machine.ts'
import { UNTIL_READY } from './remove-packages.ts'

const SERVICES = ['gateway', 'indexer', 'clusters', 'exporter', 'api']
const KILLED = 'indexer'
const STOPPED = 'clusters'
const WITHIN_MS = 60_000

interface Child {
  name: string
  pid?: number
  restarts: number
  memoryBytes?: number
}

/** The appliance knows its units as it knows child processes: what runs, what ended, how all of it is. */
export async function proveSupervision(report: Report, machine: DebianMachine, client: string): Promise<void> {
  report.step('killing and stopping services')
  const before = childrenOf(machine)
  const names = before.map(({ name }) => name).toSorted()
  report.check(
    '/children lists every service with its process',
    names.join() === SERVICES.toSorted().join() && before.every(({ pid }) => pid),
    names.join(' '),
  )

  const killed = before.find(({ name }) => name === KILLED)
  machine.run('kill', '-KILL', String(killed?.pid))
  const after = await until(machine, (children) => {
    const child = children.find(({ name }) => name === KILLED)
    return child?.pid !== undefined && child.pid !== killed?.pid && child.restarts > (killed?.restarts ?? 0)
  })
  const isRestarted = after !== undefined && machine.tryRun('sh', '-c', UNTIL_READY).status === 0
  report.check('a killed service is restarted, counted in /children, and ready', isRestarted)
  const metric = ask(machine, '/metrics')
    .split('\n')
    .find((line) => line.includes('restarts') && line.includes(KILLED))
  report.check('the restart is in the metrics', / [1-9]/.test(metric ?? ''), metric)

  machine.run('systemctl', 'stop', `watchpost-${STOPPED}.service`)
  await until(machine, (children) => children.every(({ name, pid }) => (pid === undefined) === (name === STOPPED)))
  const readiness = ask(machine, '/readyz')
  const stopped = await healthWhen(machine, client, ({ health }) => health === 'bad')
  const isReported = readiness.includes('not ready') && stopped?.worries.join().includes(STOPPED)
  report.check('a stopped service is in /readyz and System health', isReported === true, stopped?.worries.join('; '))
  const doctor = machine.tryRun('watchpost', 'doctor')
  report.check('and watchpost doctor ends with 1', doctor.status === 1 && doctor.output.includes(STOPPED))
  machine.run('systemctl', 'start', `watchpost-${STOPPED}.service`)
  const isBack = machine.tryRun('sh', '-c', UNTIL_READY).status === 0
  const started = await healthWhen(machine, client, ({ health }) => health !== 'bad')
  report.check('until it is started again', isBack && started !== undefined)

  const pids = new Map(childrenOf(machine).map(({ name, pid }) => [name, pid]))
  machine.run('systemctl', 'kill', '--kill-whom=main', '--signal=KILL', 'watchpost-appliance.service')
  const isReady = machine.tryRun('sh', '-c', UNTIL_READY).status === 0
  const isKept = childrenOf(machine).every(({ name, pid }) => pid !== undefined && pid === pids.get(name))
  const restarts = machine.run('systemctl', 'show', '--property=NRestarts', '--value', 'watchpost-appliance.service')
  const isKnown = isReady && isKept && restarts.trim() === '1'
  report.check('services continue when the appliance is killed, and it knows them again', isKnown)
  proveTargets(report, machine)
  const { shown, missing } = streamMetrics(machine, client)
  report.check('the metrics export streams to Netdata', missing.length === 0, `shown: ${shown.join(' ')}`)
}

/** Every page that `/targets` names has metrics of its process. */
function proveTargets(report: Report, machine: DebianMachine): void {
  const targets = JSON.parse(ask(machine, '/targets')) as { labels: Record<string, string> }[]
  const without = targets.filter(
    ({ labels: { __metrics_path__: path = '' } }) => !ask(machine, path).includes('\nwatchpost_'),
  )
  const isWhole = targets.length === SERVICES.length + 1 && without.length === 0
  report.check('/targets leads to the metrics of each process', isWhole, `${targets.length} targets`)
}

function ask(machine: DebianMachine, path: string): string {
  return machine.tryRun('curl', '-sS', '--max-time', '20', `http://127.0.0.1:8445${path}`).output
}

function childrenOf(machine: DebianMachine): Child[] {
  return JSON.parse(ask(machine, '/children')) as Child[]
}

/** The appliance looks at everything every few seconds. */
async function healthWhen(machine: DebianMachine, client: string, isSo: (seen: Seen) => boolean) {
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await sleep(1_000)) {
    const seen = read(machine, client)
    if (isSo(seen)) return seen
  }
  return undefined
}

async function until(machine: DebianMachine, isSo: (children: Child[]) => boolean): Promise<Child[] | undefined> {
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await sleep(500)) {
    const children = childrenOf(machine)
    if (isSo(children)) return children
  }
  return undefined
}
