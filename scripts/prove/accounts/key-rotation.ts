import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Secret } from '@watchpost/runtime'
import { createSealer } from '@watchpost/secrets'
import { connectStore, createSealedSecretStore, type Store } from '@watchpost/store'
import { childrenOf, watchpostCommand } from '../../stack/appliance-server.ts'
import type { Stack } from '../../stack/stack.ts'
import { secretFile } from '../../stack/stack-folder.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { apiPorts, credentialsOf, signIn } from './administrator.ts'
import { httpsCall } from './https-call.ts'

const GOAL_MS = 60_000
const READERS = 4
const KILLS = 5

/**
 * Rotates the sealing key while everything sealed with it is being read; kills rotations midway, then completes one.
 */
export async function proveKeyRotation({ stack }: ProofStack, report: Report, count: number): Promise<void> {
  const keyFile = sealingKeys(stack)
  const store = connectStore(storeConfig(stack), 'proof')
  const sealer = createSealer(keyFile)
  const secrets = createSealedSecretStore(store, sealer)
  report.step(`sealing ${count} secrets`)
  const values = await sealMany(store, secrets, count)
  const before = `${keyFile}.before`
  copyFileSync(keyFile, before)

  const reading = startReaders(secrets, values)
  const startedAt = performance.now()
  const whole = await watchpost(stack, ['secrets', 'rotate'])
  const elapsedMs = performance.now() - startedAt
  report.figure('rotation_seconds', elapsedMs / 1_000)
  report.figure('rotation_secrets', count)
  report.check(
    `${count} secrets are wrapped again within 60 s`,
    whole.code === 0 && elapsedMs <= GOAL_MS,
    `${(elapsedMs / 1_000).toFixed(1)} s, the command's own start included`,
  )

  const kills = await killInBetween(stack, store, KILLS)
  const completed = await watchpost(stack, ['secrets', 'rotate'])
  const status = await watchpost(stack, ['secrets', 'status'])
  const { reads, failures } = await reading.stop()
  const isOneKey = /^version (\d+): /m.test(status.output) && status.output.match(/^version /gm)?.length === 1
  report.check(
    'a rotation that was killed is completed by the next, without another key left',
    completed.code === 0 && isOneKey && kills > 0,
    `killed ${kills} times half-way; ${status.output.split('\n').slice(1).join(' ').trim()}`,
  )
  report.figure('rotation_reads_meanwhile', reads)
  report.check('every secret stayed readable throughout', failures.length === 0, failures[0] ?? `${reads} reads`)
  const fresh = createSealedSecretStore(store, createSealer(keyFile))
  let wrong = 0
  for (const [name, value] of values) if (!isSame(await fresh.read(name), value)) wrong += 1
  report.check('afterwards each one is what it was', wrong === 0, `${values.size - wrong} of ${values.size}`)

  await proveSignIns(stack, report)
  await proveWrongFile(stack, report, before)
  await store.db.deleteFrom('sealed_secret').where('name', 'like', 'proof/%').execute()
  rmSync(before)
  await store.close()
}

async function sealMany(store: Store, secrets: ReturnType<typeof createSealedSecretStore>, count: number) {
  const values = new Map<string, Buffer>()
  for (let each = 0; each < count; each += 1) values.set(`proof/${each}`, randomBytes(randomInt(1, 300)))
  const entries = [...values]
  for (let at = 0; at < entries.length; at += 500) {
    await store.db.transaction().execute(async (trx) => {
      for (const [name, value] of entries.slice(at, at + 500)) await secrets.write(trx, name, value)
    })
  }
  return values
}

function startReaders(secrets: Pick<ReturnType<typeof createSealedSecretStore>, 'read'>, values: Map<string, Buffer>) {
  const names = [...values.keys()]
  const failures: string[] = []
  let reads = 0
  const over = new AbortController()
  const readers = Array.from({ length: READERS }, async () => {
    while (!over.signal.aborted) {
      const name = names[randomInt(names.length)] ?? ''
      try {
        if (!isSame(await secrets.read(name), values.get(name))) failures.push(`${name} reads differently`)
      } catch (error) {
        failures.push(`${name}: ${String(error)}`)
      }
      reads += 1
      await sleep(1)
    }
  })
  return {
    async stop() {
      over.abort()
      await Promise.all(readers)
      return { reads, failures }
    },
  }
}

function isSame(found: Buffer | 'absent', expected: Buffer | undefined): boolean {
  return found !== 'absent' && expected !== undefined && found.equals(expected)
}

/** Starts rotations and kills each while some secrets use the new key and some still the old one. */
async function killInBetween(stack: Stack, store: Store, rounds: number): Promise<number> {
  let kills = 0
  for (let round = 0; round < rounds; round += 1) {
    const over = new AbortController()
    const running = watchpost(stack, ['secrets', 'rotate'], over.signal)
    const ended = running.finally(() => over.abort())
    while (!over.signal.aborted) {
      if ((await versionsInUse(store)) > 1) over.abort()
      else await sleep(5)
    }
    if ((await ended).code === null && (await versionsInUse(store)) > 1) kills += 1
  }
  return kills
}

async function versionsInUse({ db }: Store): Promise<number> {
  return (await db.selectFrom('sealed_secret').select('kek_version').distinct().execute()).length
}

/** The pepper is sealed too; each API instance opens it at start. */
async function proveSignIns(stack: Stack, report: Report): Promise<void> {
  const ca = readFileSync(stack.folder.ca, 'utf8')
  const signInAt = async (port: number) => {
    const call = { port, ca, method: 'POST', path: '/api/auth/login', body: credentialsOf(stack) }
    return (await httpsCall(call).catch(() => ({ status: 0 }))).status
  }
  const running = await Promise.all(apiPorts(stack).map(signInAt))
  const copies = (await childrenOf(stack.state.config.internalPort)).filter(({ name }) => name.startsWith('api'))
  for (const { pid } of copies) if (pid) process.kill(pid, 'SIGKILL')
  const restarted: number[] = []
  for (const port of apiPorts(stack)) {
    let status = 0
    for (let tries = 0; status !== 200 && tries < 150; tries += 1) {
      status = await signInAt(port)
      if (status !== 200) await sleep(200)
    }
    restarted.push(status)
  }
  const isGood = [...running, ...restarted].every((status) => status === 200)
  report.check(
    'sign-ins succeed afterwards, before and after a restart of every copy',
    isGood,
    `${running.join()}; ${restarted.join()}`,
  )
  await signIn(stack)
}

/** The key file from before the rotation is rejected: commands and services report it and stop. */
async function proveWrongFile(stack: Stack, report: Report, oldFile: string): Promise<void> {
  const env = { WATCHPOST_SECRETS_KEY_FILE: oldFile }
  const status = await watchpost(stack, ['secrets', 'status'], undefined, env)
  const service = await watchpost(stack, ['start', 'api'], AbortSignal.timeout(20_000), {
    ...env,
    WATCHPOST_API_PORT: '0',
  })
  const says = (output: string) => /lacks version \d+ of the sealing keys/.test(output)
  report.check(
    'with an old key file a command and a service refuse, in words',
    status.code === 1 && says(status.output) && service.code === 1 && says(service.output),
    `exit codes ${status.code} and ${service.code}`,
  )
}

/** Runs a `watchpost` command; the code is null when the signal killed it. */
function watchpost(
  { folder }: Stack,
  args: string[],
  kill?: AbortSignal,
  more: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const { command, args: all, env } = watchpostCommand(folder, args)
  return new Promise((resolve, reject) => {
    const child = spawn(command, all, { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
    kill?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

export function sealingKeys({ folder }: Stack): string {
  return join(folder.secrets, 'sealing-keys.json')
}

export function storeConfig({ folder, state }: Stack) {
  return {
    url: `postgres://watchpost@127.0.0.1:${state.config.postgresPort}/watchpost`,
    password: new Secret(readFileSync(secretFile(folder, 'store-password'), 'utf8').trim()),
    poolSize: 8,
  }
}
