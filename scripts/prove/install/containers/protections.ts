import type { Report } from '../../harness/report.ts'
import { compose, containerOf, PROJECT, servers, services } from './compose.ts'
import { USER } from './images.ts'
import type { Podman } from './podman.ts'

const containers = [...services, ...servers, 'demo-sensor']

/** No container is root, writes to its image, has a capability or can get one. */
export function proveProtections(report: Report, podman: Podman): void {
  const inside = (name: string, ...words: string[]) => podman.tryRun('exec', containerOf(podman, name), ...words)
  const status = (name: string) => inside(name, 'cat', '/proc/1/status').output
  const weak = containers.filter((name) => {
    const text = status(name)
    const ids = USER.split(':')
    return !(
      new RegExp(`^Uid:\\s+${ids[0]}\\s`, 'm').test(text) &&
      /^CapEff:\s+0{16}$/m.test(text) &&
      /^CapBnd:\s+0{16}$/m.test(text) &&
      /^NoNewPrivs:\s+1$/m.test(text)
    )
  })
  report.check('no container is root, has a capability or can get one', weak.length === 0, weak.join(', '))
  const places = ['/usr/bin/x', '/etc/x', '/usr/lib/x', '/x', '/root/x']
  const writable = containers.filter((name) =>
    places.some((path) => inside(name, 'bash', '-c', `echo x >${path}`).status === 0),
  )
  report.check('no container can write to its image', writable.length === 0, writable.join(', '))
  proveNetworks(report, podman)
  proveSecrets(report, podman)
}

/** A server is reached by the services that use it, and by nothing else. */
function proveNetworks(report: Report, podman: Podman): void {
  const ports = { store: 5432, log: 9092, engine: 9200 }
  const reaches = (from: string, to: keyof typeof ports) =>
    podman.tryRun(
      'exec',
      containerOf(podman, from),
      'timeout',
      '3',
      'bash',
      '-c',
      `exec 3<>/dev/tcp/${to}/${ports[to]}`,
    ).status === 0
  const all = services.flatMap((from) => servers.map((to) => ({ from, to, can: reaches(from, to) })))
  const found = all.filter(({ can }) => can).map(({ from, to }) => `${from}-${to}`)
  const expected = all
    .filter(({ from, to }) => to !== 'engine' || !['gateway', 'exporter'].includes(from))
    .map(({ from, to }) => `${from}-${to}`)
  report.check(
    'each service reaches the servers that it uses, and no other',
    found.join() === expected.join(),
    found.join(' '),
  )
  const ofSensor = servers.filter((to) => reaches('demo-sensor', to))
  report.check('a sensor reaches no server', ofSensor.length === 0, ofSensor.join(' '))
  const published = podman.run(
    'ps',
    '--filter',
    `label=com.docker.compose.project=${PROJECT}`,
    '--format',
    '{{.Ports}}',
  )
  const isClosed = !/5432|9092|9200|844[5-9]|8450/.test(published)
  report.check('no port of a server is published', isClosed, published.trim().replaceAll(/\s+/g, ' '))
}

/** A service sees its own passwords alone. */
function proveSecrets(report: Report, podman: Podman): void {
  const foreign = services.filter((name) => {
    const { output } = podman.tryRun('exec', containerOf(podman, name), 'find', '/etc/watchpost', '-name', '*password*')
    return output
      .trim()
      .split('\n')
      .some((path) => !path.startsWith(`/etc/watchpost/${name}/`))
  })
  report.check('each service sees its own passwords alone', foreign.length === 0, foreign.join(', '))
}

/** Memory that each container takes, in MiB. */
export function reportMemory(report: Report, podman: Podman): void {
  let sum = 0
  for (const name of containers) {
    const text = podman.run('stats', '--no-stream', '--format', '{{.MemUsage}}', containerOf(podman, name))
    const mebibytes = mebibytesOf(text.split('/')[0]?.trim() ?? '')
    sum += mebibytes
    report.figure(`mebibytes_of_${name}`, mebibytes)
  }
  report.figure('mebibytes_of_all', sum)
}

function mebibytesOf(text: string): number {
  const [, number = '0', unit = 'B'] = /^([\d.]+)\s*([kMG]?B)$/.exec(text) ?? []
  const bytes = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9 }[unit] ?? 1
  return (Number(number) * bytes) / 2 ** 20
}

/** Stops everything and starts it again: keys and data are kept. */
export function restart(report: Report, podman: Podman): void {
  report.step('podman-compose down, and up again')
  const down = compose(podman, 'down')
  const left = podman.run('ps', '--all', '--quiet', '--filter', `label=com.docker.compose.project=${PROJECT}`).trim()
  report.check('compose down leaves no container', left === '', down.status === 0 ? left : down.output.slice(-300))
  const up = compose(podman, 'up', '--detach')
  report.check(
    'everything starts again with the same volumes',
    up.status === 0,
    up.status === 0 ? '' : up.output.slice(-500),
  )
}
