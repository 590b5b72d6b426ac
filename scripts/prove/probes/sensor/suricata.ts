import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@watchpost/servers'
import { endWithUs } from '../agents/end-with-us.ts'
import { sensorEnvironment, sensorRoot } from './sensor-root.ts'

const STARTED_WITHIN_MS = 60_000
const own = (file: string) => join(import.meta.dirname, file)

/**
 * A real Suricata in a separate network namespace that listens at one end of a virtual cable. It sees only what is
 * replayed at the other end, and writes `eve.json` into the folder.
 */
export async function startSuricata(dir: string) {
  const root = sensorRoot()
  mkdirSync(dir, { recursive: true })
  const config = readFileSync(own('suricata.yaml'), 'utf8').replaceAll('@DIR@', dir).replaceAll('@SYSTEM@', root)
  writeFileSync(join(dir, 'suricata.yaml'), config)
  writeFileSync(join(dir, 'proof.rules'), readFileSync(own('proof.rules')))
  const eve = join(dir, 'eve.json')
  const setUp = [
    'ip link set lo up',
    'ip link add sensor0 type veth peer name wire0',
    'sysctl -q -w net.ipv6.conf.sensor0.disable_ipv6=1 net.ipv6.conf.wire0.disable_ipv6=1 || true',
    'ip link set sensor0 up',
    'ip link set wire0 up',
  ].join('\n')
  const suricata = `${root}/usr/bin/suricata -c ${dir}/suricata.yaml --af-packet -l ${dir} --init-errors-fatal`
  const script = `set -e\n${setUp}\nexec ${suricata}`
  const child = spawn('unshare', ['--net', '--user', '--map-root-user', 'sh', '-c', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: sensorEnvironment(),
  })
  endWithUs(child)
  const isListening = () => {
    if (child.exitCode !== null) throw new Error(`Suricata ended with ${child.exitCode}; see ${dir}/suricata.log`)
    const log = join(dir, 'suricata.log')
    return existsSync(log) && /Engine started/.test(readFileSync(log, 'utf8'))
  }
  if (!(await waitUntil(isListening, { withinMs: STARTED_WITHIN_MS }))) throw new Error('Suricata did not start')

  return {
    eve,
    /** Sends a capture file over the cable. */
    replay: (capture: string, perSecond: number) =>
      inNetworkOf(child, [`${root}/usr/bin/tcpreplay`, '-q', '-i', 'wire0', `--pps=${perSecond}`, capture]),
    /** Rotates like logrotate: renames the file and signals Suricata, which then starts a new one. */
    async rotate(to: string): Promise<void> {
      renameSync(eve, to)
      child.kill('SIGHUP')
      if (!(await waitUntil(() => existsSync(eve), { withinMs: 20_000 }))) throw new Error('no new file of events')
    },
    async stop(): Promise<void> {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
    },
  }
}
export type Suricata = Awaited<ReturnType<typeof startSuricata>>

async function inNetworkOf({ pid }: ChildProcess, command: string[]): Promise<void> {
  const into = ['--target', String(pid), '--net', '--user', '--preserve-credentials', '--']
  const child = spawn('nsenter', [...into, ...command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: sensorEnvironment(),
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}`)
}
