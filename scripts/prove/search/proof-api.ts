import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Secret } from '@watchpost/runtime'
import {
  findInstalled,
  findServerUser,
  freePorts,
  isListening,
  makeOwnFolder,
  postgresServer,
  waitUntil,
  waitUntilHealthy,
} from '@watchpost/servers'
import {
  connectStore,
  createAccountStore,
  createCertificateStore,
  createGenerationStore,
  createPasswordHash,
  createSealedSecretStore,
  createSealingKeyStore,
  migrate,
  pepperName,
  type Store,
} from '@watchpost/store'
import { endChild } from '../harness/end-child.ts'
import { consoleOrigin } from '../../../apps/appliance/src/console-origin.ts'
import { ensureFirstAdministrator } from '../../../apps/appliance/src/setup/first-administrator.ts'
import { memoryFlags } from '../../../apps/appliance/src/supervise/launch.ts'
import { ensureAuthority, ensureServerCertificate } from '../../../apps/appliance/src/setup/own-certificates.ts'
import { ensureSealer } from '../../../apps/appliance/src/setup/sealing-keys.ts'

/** Not /tmp: that may be in memory, and the servers' user must be able to read it. */
const PARENT = '/var/tmp'
const HEALTHY_WITHIN_MS = 60_000
/** The heap that the supervisor gives a service. */
const HEAP_MEBIBYTES = 256

export interface ProofApiOptions {
  engineUrl: string
  /** The generations to record as sealed. */
  generations: readonly { number: number; day: string }[]
  env?: Record<string, string>
  nodeFlags?: readonly string[]
  /** Called with the database before the API starts. */
  prepare?(store: Store): Promise<void>
}

export type ProofApi = Awaited<ReturnType<typeof startProofApi>>

/**
 * The API on an existing engine, with its own database: once over plain HTTP and once over TLS, each in a process with
 * the supervisor's flags. Searching needs no log and no indexers.
 */
export async function startProofApi(options: ProofApiOptions) {
  const { engineUrl, generations, env = {}, nodeFlags = [] } = options
  const root = mkdtempSync(join(PARENT, 'watchpost-prove-search-'))
  chmodSync(root, 0o711)
  const at = (name: string) => join(root, name)
  const [storePort = 0, plainPort = 0, tlsPort = 0, plainInternal = 0, tlsInternal = 0] = await freePorts(5)
  const passwordFile = (name: string) => {
    writeFileSync(at(name), randomBytes(24).toString('base64url'), { mode: 0o600 })
    return at(name)
  }
  const user = findServerUser()
  for (const each of ['logs', 'run']) mkdirSync(at(each))
  makeOwnFolder(at('data'), user)
  const rolePasswordFile = passwordFile('store-password')
  const postgres = postgresServer({
    place: {
      dataDir: at('data'),
      logDir: at('logs'),
      runDir: at('run'),
      endsWithStarter: true,
      ...(user && { user }),
    },
    installed: findInstalled({
      cache: process.env.WATCHPOST_CACHE,
      javaHome: process.env.WATCHPOST_STACK_JAVA_HOME,
    }),
    port: storePort,
    superuserPasswordFile: passwordFile('superuser-password'),
    rolePasswordFile,
    database: 'watchpost',
  })
  await postgres.start()
  await waitUntilHealthy(postgres, HEALTHY_WITHIN_MS)

  const storeUrl = `postgres://watchpost@127.0.0.1:${storePort}/watchpost`
  const password = new Secret(readFileSync(rolePasswordFile, 'utf8'))
  const store = connectStore({ url: storeUrl, password, poolSize: 2 }, 'prove')
  await initialise(store, root)
  await writeGenerations(store, generations)
  await options.prepare?.(store)
  await store.close()

  const common = {
    ...process.env,
    WATCHPOST_STORE_URL: storeUrl,
    WATCHPOST_STORE_PASSWORD_FILE: rolePasswordFile,
    WATCHPOST_SECRETS_KEY_FILE: at('secrets.key'),
    WATCHPOST_ENGINE_NODES: engineUrl,
    // Nothing listens there: searching needs no log.
    WATCHPOST_LOG_BROKERS: '127.0.0.1:1',
    WATCHPOST_API_REQUESTS_PER_MINUTE: '1000000',
    ...env,
  }
  const children = [
    launch('api-plain', root, nodeFlags, {
      ...common,
      WATCHPOST_API_PORT: String(plainPort),
      WATCHPOST_API_PLAIN_HTTP: 'true',
      WATCHPOST_INTERNAL_PORT: String(plainInternal),
    }),
    launch('api-tls', root, [], {
      ...common,
      WATCHPOST_API_PORT: String(tlsPort),
      WATCHPOST_INTERNAL_PORT: String(tlsInternal),
    }),
  ]
  async function end(): Promise<void> {
    await Promise.all(children.map((child) => endChild(child)))
    await postgres.stop()
    rmSync(root, { recursive: true, force: true })
  }
  try {
    for (const port of [plainPort, tlsPort]) await waitUntilListening(port)
  } catch (error) {
    const log = readFileSync(join(at('logs'), 'api-plain.log'), 'utf8').slice(-2_000)
    await end()
    throw new Error(`the API did not start:\n${log}`, { cause: error })
  }

  return {
    plainUrl: `http://127.0.0.1:${plainPort}`,
    tlsUrl: `https://127.0.0.1:${tlsPort}`,
    ca: readFileSync(at('ca.pem'), 'utf8'),
    /** The administrator's credentials in the form of a login request. */
    credentials: JSON.parse(readFileSync(at('admin.json'), 'utf8')) as { username: string; password: string },
    metrics: async () => (await fetch(`http://127.0.0.1:${plainInternal}/metrics`)).text(),
    plainPid: children[0]?.pid ?? 0,
    tlsPid: children[1]?.pid ?? 0,
    [Symbol.asyncDispose]: end,
  }
}

/** Does the same as `watchpost init`, except for the log's topics. */
async function initialise(store: Store, root: string): Promise<void> {
  await migrate(store)
  const { sealer } = await ensureSealer(join(root, 'secrets.key'), createSealingKeyStore(store))
  const secrets = createSealedSecretStore(store, sealer)
  const certificates = createCertificateStore(store, secrets)
  const { authority } = await ensureAuthority(certificates, consoleOrigin(), root)
  await ensureServerCertificate(certificates, consoleOrigin(), authority, ['localhost', '127.0.0.1'])
  const { hash } = createPasswordHash(await secrets.ensure(pepperName, () => randomBytes(32)))
  const ports = { hashPassword: hash, ...createAccountStore(store) }
  await ensureFirstAdministrator(join(root, 'admin.json'), ports, { mustChangePassword: false })
}

async function writeGenerations(store: Store, sealed: ProofApiOptions['generations']): Promise<void> {
  const generations = createGenerationStore(store)
  for (const { number, day } of sealed) {
    await generations.open(number, day)
    await generations.markSealed(number)
  }
}

function launch(name: string, root: string, flags: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const output = openSync(join(root, 'logs', `${name}.log`), 'a')
  const main = resolve(import.meta.dirname, '../../../apps/api/src/main.ts')
  const usual = memoryFlags('api', HEAP_MEBIBYTES)
  return spawn(process.execPath, [...usual, ...flags, main], { stdio: ['ignore', output, output], env, cwd: root })
}

async function waitUntilListening(port: number): Promise<void> {
  const isUp = () => isListening(port)
  if (!(await waitUntil(isUp, { withinMs: HEALTHY_WITHIN_MS, everyMs: 200 })))
    throw new Error(`nothing listens on port ${port}`)
}
