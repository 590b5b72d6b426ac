import { spawn } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { portsToBeFree, type Server, waitUntilHealthy } from '@watchpost/servers'
import { watchpostCommand } from './appliance-server.ts'
import { createProgress, type Progress, table } from './progress.ts'
import { refuseOpenAddresses } from './open-addresses.ts'
import { ensureServerCertificates } from './secured/server-certificates.ts'
import { writeServiceEnvironment } from './service-environment.ts'
import { composeStack, type Stack } from './stack.ts'
import { loadStackConfig } from './stack-config.ts'
import { makeFolders, stackFolder } from './stack-folder.ts'
import { settleState, type Wish } from './stack-state.ts'

const HEALTHY_WITHIN_MS = 180_000

export interface UpOptions extends Wish {
  dir: string
  /** Only PostgreSQL, Kafka and OpenSearch, without our services. */
  isServicesOnly?: boolean
  /** Our services may listen on addresses that others can reach. */
  isInsecure?: boolean
}

/** Starts everything that is not running, in order, and returns when all of it is healthy. */
export async function up(options: UpOptions, progress: Progress = createProgress()): Promise<Stack> {
  const folder = stackFolder(options.dir)
  const config = loadStackConfig()
  makeFolders(folder)
  if (!options.isInsecure) refuseOpenAddresses(process.env)
  const state = settleState(folder, config, options)
  if (state.isSecured) await ensureServerCertificates(folder)
  const stack = composeStack(folder, state)
  if (state.isDataElsewhere) {
    progress.say('data', `in ${state.dataDir}: the servers' user cannot enter ${folder.root}`)
  }
  writeServiceEnvironment(folder, state)

  await allPortsToBeFree(stack)
  const healthy = (servers: Server[]) => Promise.all(servers.map((each) => startUntilHealthy(each, progress)))
  const engine = healthy(stack.servers.filter(isEngine))
  const others = healthy(stack.servers.filter((each) => !isEngine(each)))
  if (!options.isServicesOnly) {
    // The engine starts slowest, and the first steps do not need it.
    await Promise.all([engine, others.then(() => prepare(stack, progress))])
    await startUntilHealthy(stack.appliance, progress)
  }
  await Promise.all([engine, others])
  return stack
}

function isEngine({ name }: Server): boolean {
  return name.startsWith('opensearch')
}

/** Start nothing if some part could not start: half a stack is useless. */
async function allPortsToBeFree({ servers, appliance }: Stack): Promise<void> {
  const toStart = [...servers, appliance].filter((server) => server.pid() === undefined)
  await Promise.all(toStart.map((server) => portsToBeFree(server.name, server.ports)))
}

/** Prepares what the services need, and creates probes for the simulator. */
async function prepare(stack: Stack, progress: Progress): Promise<void> {
  const { folder, state } = stack
  await runCommand(stack, ['init'], progress)
  copyFileSync(join(folder.tls, 'ca.pem'), folder.ca)
  const count = String(state.config.probes)
  if (count !== '0') await runCommand(stack, ['probe', 'add', '--count', count, '--out', folder.probes], progress)
}

/** The URLs and paths of the stack. */
export function describe({ folder, state, servers, appliance }: Stack): string {
  const { config } = state
  const urls = (prefix: string, pattern: RegExp) =>
    servers
      .filter(({ name }) => pattern.test(name))
      .map(({ ports }) => `${prefix}127.0.0.1:${ports[0]}`)
      .join(' ')
  const ofServices = [
    ['API', `https://127.0.0.1:${config.apiPort}`, `docs at /docs/swagger/, trust ${here(folder.ca)}`],
    ['gateway', `https://127.0.0.1:${config.gatewayPort}`, `probe certificates in ${here(folder.probes)}`],
    ['internal', `http://127.0.0.1:${config.internalPort}`, '/healthz /readyz /metrics /metrics/<service>'],
    ['administrator', here(folder.admin), 'name and password'],
  ]
  return table([
    ...(appliance.pid() === undefined ? [] : ofServices),
    ['PostgreSQL', urls('', /^postgres/), `user and database watchpost, password in ${here(folder.secrets)}`],
    ['Kafka', urls('', /^kafka/), state.isSecured ? `user watchpost-owner, CA in ${here(folder.serversTls)}` : ''],
    ['OpenSearch', urls('http://', /^opensearch/), ''],
    ['logs', here(folder.logs), ''],
    ['settings', here(folder.environment), 'for WATCHPOST_CONFIG_FILE'],
  ])
}

/** A command to try first, with options if the stack is not in the default folder. */
export function nextCommand({ folder, state }: Stack): string {
  const isUsual = folder.root === resolve('.stack') && state.config.gatewayPort === 8_444
  const where = isUsual ? '' : ` --stack ${here(folder.root)} --gateway https://127.0.0.1:${state.config.gatewayPort}`
  return `pnpm simulate --probes 8 --events 20000 --seed 1${where}`
}

/** The shortest path from the current folder. */
function here(path: string): string {
  const near = relative(process.cwd(), path)
  return near.startsWith('..') ? path : near || '.'
}

async function startUntilHealthy(server: Server, progress: Progress): Promise<void> {
  const isRunning = server.pid() !== undefined
  if (!isRunning) progress.say(server.name, 'starting')
  await server.start()
  await waitUntilHealthy(server, HEALTHY_WITHIN_MS)
  progress.say(server.name, `healthy${isRunning ? ' already' : ''}, port ${server.ports[0]}, pid ${server.pid()}`)
}

/** Runs a `watchpost` command to its end and shows its output. */
async function runCommand({ folder }: Stack, args: string[], progress: Progress): Promise<void> {
  const { command, args: all, env } = watchpostCommand(folder, args)
  const child = spawn(command, all, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  for await (const line of createInterface({ input: child.stdout })) progress.say(args[0] ?? '', line)
  const code = await ended
  if (code !== 0) throw new Error(`watchpost ${args.join(' ')} ended with code ${code}`)
}
