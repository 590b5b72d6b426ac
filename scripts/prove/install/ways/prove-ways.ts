import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLoad } from '../../harness/load.ts'
import { settle } from '../../harness/judge.ts'
import type { Report } from '../../harness/report.ts'
import { startProofStack } from '../../harness/stack/proof-stack.ts'
import type { DebianMachine } from '../packages/machine/debian-machine.ts'
import { checkAll } from '../secured/check-all.ts'
import { boxTargets } from './box-targets.ts'
import { stackTargets } from './stack-targets.ts'
import { tryWays, ways } from './try-ways.ts'

const LEAST = 30
const STRANGER = 65_534
/** A user of the machine that has nothing to do with ours. */
const STRANGERS_NAME = 'nobody'
const LOG_PORT = 9_092
const EVENTS = 1_000

/** On a machine with the packages, every way is refused to other users, for lack of a permission. */
export function proveWaysRefused(report: Report, machine: DebianMachine): void {
  const outcomes = tryWays(ways, boxTargets(machine), (script) =>
    machine.tryRun('runuser', '-u', STRANGERS_NAME, '--', 'sh', '-c', script),
  )
  checkAll(report, 'another user cannot reach data, secrets or processes', outcomes, 'refused', LEAST)
  const ca = join(machine.root, 'etc/watchpost/log-ca.pem')
  const inLog = tryLog(machine.network.inside, String(LOG_PORT), ca)
  checkAll(report, 'another user cannot log in to Kafka', inLog, 'no login', LEAST)
}

/** On a stack for development, each of them succeeds: none is refused for another reason. */
export async function proveWaysPossible(report: Report, { dir, seed }: { dir: string; seed: number }): Promise<void> {
  report.step('trying the same on a stack for development')
  await using proof = await startProofStack({ dir, isShareable: false })
  const { stack, api } = proof
  const load = createLoad({ stackDir: dir, gateway: `https://127.0.0.1:${stack.state.config.gatewayPort}` })
  await load.send(seed, EVENTS)
  await settle(api, EVENTS)
  const outcomes = tryWays(ways, await stackTargets(stack), (script, control) => {
    const user = control === 'everyone' ? { uid: STRANGER, gid: STRANGER } : {}
    const ended = spawnSync('sh', ['-c', script], { encoding: 'utf8', cwd: '/', ...user })
    return { status: ended.status ?? -1, output: `${ended.stdout}${ended.stderr}` }
  })
  checkAll(report, 'on a stack for development each way succeeds', outcomes, 'done', LEAST)
  const inLog = tryLog([], String(stack.state.config.kafkaPort))
  checkAll(report, 'and every account can do everything in Kafka', inLog, 'done', LEAST)
  report.figure('ways_open_to_everyone', ways.filter(({ control }) => control === 'everyone').length)
  report.figure('ways_open_to_the_developer', ways.filter(({ control }) => control === 'developer').length)
}

/** In a process of its own, which gives up root; in the network of a machine. */
function tryLog(network: readonly string[], ...args: string[]): Map<string, string> {
  const program = fileURLToPath(new URL('./log-process.ts', import.meta.url))
  const [command = '', ...words] = [...network, process.execPath, program, ...args]
  const output = execFileSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  return new Map(JSON.parse(output) as [string, string][])
}
