import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Report } from '../harness/report.ts'
import type { CountedAttempts } from './watched-process.ts'

const run = promisify(execFile)

/**
 * Tries every notation of a forbidden target in a namespace where the kernel counts attempts and nothing else happens.
 */
export async function proveWatchedTargets(report: Report): Promise<void> {
  const script = fileURLToPath(new URL('./watched-process.ts', import.meta.url))
  // Everything routes back to this machine, where nothing listens: an attempt fails immediately and is counted.
  const setUp = 'ip link set lo up && ip addr add 10.200.0.1/16 dev lo && ip route add default dev lo'
  const command = `${setUp} && exec "${process.execPath}" "${script}"`
  const { stdout } = await run('unshare', ['--net', '--user', '--map-root-user', 'sh', '-c', command])
  const { targets, forbidden, connected, allowed, beyond, within } = JSON.parse(stdout) as CountedAttempts
  report.check(
    'no connection to a forbidden target is attempted, in any spelling',
    targets >= 400 && forbidden === 0,
    `${targets} spellings, ${forbidden} attempts ${connected.slice(0, 5).join(' ')}`,
  )
  report.check('a private network is connected to', allowed === 1, `${allowed} attempts`)
  report.check('with allowed networks, those and no others', beyond === 0 && within === 1, `${beyond}, ${within}`)
}
