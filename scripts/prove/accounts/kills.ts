import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '@watchpost/servers'
import { connectStore } from '@watchpost/store'
import { watchpostCommand } from '../../stack/appliance-server.ts'
import type { Stack } from '../../stack/stack.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { signIn } from './administrator.ts'
import { changesSince, compareWithAudit, lastAuditRow } from './audit-ledger.ts'
import { createChance } from '../harness/chance.ts'
import { httpsCall } from './https-call.ts'
import { storeConfig } from './key-rotation.ts'
import { addPerson, type Person } from './answers/people.ts'

/** Enough writers that every step between request and response is in progress when the kill comes. */
const WRITERS = 16
/** Counted from the first response: some kills come before a commit, some right after it. */
const LATEST_KILL_MS = 200
const READY_WITHIN_MS = 180_000

/**
 * Kills the API while it changes accounts and keys: every committed change has its audit row, and every row its change.
 */
export async function proveKills(
  { stack }: ProofStack,
  report: Report,
  { kills, seed }: { kills: number; seed: number },
): Promise<void> {
  const administrator = await signIn(stack)
  const { ca, token } = administrator
  const chance = createChance(seed)
  const people: Person[] = []
  for (let each = 0; each < WRITERS; each += 1) people.push(await addPerson(administrator, 'operator'))
  const store = connectStore(storeConfig(stack), 'proof')
  const before = await lastAuditRow(store)
  const counts = { answered: 0, cut: 0 }
  // Start the next instance while the other is being killed.
  let starting = startApi(stack, ca, token)
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const api = await starting
      starting = startApi(stack, ca, token)
      const agent = new Agent({ keepAlive: true, maxSockets: WRITERS })
      const first = Promise.withResolvers<void>()
      const call: Call = async (method, path, body) => {
        const request = { port: api.port, ca, method, path, body, headers: { 'api-key': token }, agent }
        const { status, text } = await httpsCall(request)
        if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`)
        if (method !== 'GET') {
          counts.answered += 1
          first.resolve()
        }
        return text ? (JSON.parse(text) as { id?: number; role?: string }) : {}
      }
      // Open the connections first: connecting takes longer than the changes.
      const states = await Promise.all(people.map(({ id }) => call('GET', `/api/users/${id}`)))
      const writers = people.map((person, at) => changeUntilCut(person, states[at]?.role === 'viewer', call))
      await first.promise
      await sleep(chance.below(LATEST_KILL_MS))
      api.child.kill('SIGKILL')
      await once(api.child, 'exit')
      for (const reason of await Promise.all(writers)) {
        // Any error but a broken connection is a real failure.
        if (/: [45]\d\d /.test(reason)) throw new Error(reason)
        counts.cut += 1
      }
      agent.destroy()
      if ((kill + 1) % 20 === 0) report.step(`${kill + 1} of ${kills} kills`)
    }
    const { compared, wrong } = await compareWithAudit(store)
    const standing = await changesSince(store, before)
    report.figure('api_kills', kills)
    report.figure('changes_answered', counts.answered)
    report.figure('changes_cut_off', counts.cut)
    report.figure('changes_cut_off_that_stand', standing - counts.answered)
    report.check(
      `no change without its audit row, and no row without its change, over ${kills} kills`,
      wrong.length === 0 && standing - counts.answered >= Math.floor(kills / 20),
      wrong.slice(0, 5).join('; ') || `${compared} accounts, keys and sessions are as the audit has them`,
    )
  } finally {
    await starting.then(
      ({ child }) => child.kill('SIGKILL'),
      () => undefined,
    )
    await store.close()
  }
}

type Call = (method: string, path: string, body?: object) => Promise<{ id?: number; role?: string }>

/** Changes one account and its keys until the connection breaks; returns the error. */
async function changeUntilCut({ id, username }: Person, isViewer: boolean, call: Call): Promise<string> {
  try {
    // Demoting the owner removes the keys that the previous cut left behind.
    if (!isViewer) await call('PATCH', `/api/users/${id}`, { role: 'viewer' })
    await call('PATCH', `/api/users/${id}`, { role: 'operator', disabled: false })
    for (;;) {
      const key = await call('POST', '/api/auth/keys', { name: username, scopes: ['search'], user_id: id })
      await call('PATCH', `/api/users/${id}`, { role: 'administrator' })
      await call('DELETE', `/api/auth/keys/${key.id}`)
      await call('POST', '/api/auth/keys', { name: username, scopes: ['admin'], user_id: id })
      await call('PATCH', `/api/users/${id}`, { disabled: true })
      await call('PATCH', `/api/users/${id}`, { role: 'operator', disabled: false })
    }
  } catch (error) {
    return String(error)
  }
}

/** A separate API instance, without a supervisor that would restart it. With a file, it logs every request there. */
export async function startApi(
  { folder }: Stack,
  ca: string,
  token: string,
  logFile?: string,
): Promise<{ port: number; internalPort: number; child: ChildProcess }> {
  const [port = 0, internalPort = 0] = await freePorts(2)
  const { command, args, env } = watchpostCommand(folder, ['start', 'api'])
  const own = {
    WATCHPOST_API_PORT: String(port),
    WATCHPOST_INTERNAL_PORT: String(internalPort),
    WATCHPOST_LOGGER_LEVEL: logFile ? 'info' : 'error',
  }
  const log = logFile ? openSync(logFile, 'w') : undefined
  const child = spawn(command, args, { env: { ...env, ...own }, stdio: ['ignore', log ?? 'ignore', 'ignore'] })
  if (log !== undefined) closeSync(log)
  const startedAt = Date.now()
  const ask = () => httpsCall({ port, ca, path: '/api/version', headers: { 'api-key': token } })
  while ((await ask().catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`the API ended with ${child.exitCode}`)
    if (Date.now() - startedAt > READY_WITHIN_MS) {
      child.kill('SIGKILL')
      throw new Error('the API does not answer')
    }
    await sleep(25)
  }
  return { port, internalPort, child }
}
