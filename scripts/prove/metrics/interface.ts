import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Report } from '../harness/report.ts'
import type { SeenSources } from './interface-process.ts'

/** Two interfaces in a separate network namespace: connections use the chosen one as their source. */
export function proveInterface(report: Report): void {
  const script = fileURLToPath(new URL('./interface-process.ts', import.meta.url))
  const setUp = [
    'ip link set lo up',
    'ip link add wp0 type veth peer name wp1',
    'ip link add wp2 type veth peer name wp3',
    'ip addr add 10.201.0.1/24 dev wp0',
    'ip addr add 10.202.0.1/24 dev wp1',
    'ip addr add 10.203.0.1/24 dev wp3',
    ...['wp0', 'wp1', 'wp2', 'wp3'].map((each) => `ip link set ${each} up`),
  ].join(' && ')
  const command = `${setUp} && exec "${process.execPath}" "${script}"`
  const output = execFileSync('unshare', ['--net', '--user', '--map-root-user', 'sh', '-c', command], {
    encoding: 'utf8',
  })
  const { sources, refusals } = JSON.parse(output) as SeenSources
  report.check(
    'of two interfaces the chosen one is the source',
    sources.wp0 === '10.201.0.1' && sources.wp1 === '10.202.0.1',
    JSON.stringify(sources),
  )
  report.check(
    'one without an address, and one that is not there, are told',
    refusals.wp2 === 'interface' && refusals.wp9 === 'interface',
    JSON.stringify(refusals),
  )
}
