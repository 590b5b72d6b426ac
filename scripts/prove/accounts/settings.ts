import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil, waitUntilHealthy } from '@watchpost/servers'
import { type Child, childrenOf } from '../../stack/appliance-server.ts'
import type { Stack } from '../../stack/stack.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { apiPorts, credentialsOf, signIn } from './administrator.ts'
import { httpsCall } from './https-call.ts'

const SEEN_WITHIN_MS = 2_000
const FORMAT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/
const AWAY_MS = 6_000
const PATIENCE_MS = 60_000

/** Every service follows a changed setting, the next token uses it, and services keep it while the database is down. */
export async function proveSettings({ stack }: ProofStack, report: Report, rounds: number): Promise<void> {
  const administrator = await signIn(stack)
  // The other services use no settings.
  const followers = (await childrenOf(stack.state.config.internalPort)).filter(({ name }) =>
    /^(indexer|api)\b/.test(name),
  )
  if (followers.length < 2) throw new Error('no service follows settings')
  const ports = apiPorts(stack)

  report.step(`changing a setting ${rounds} times; ${followers.length} processes follow`)
  let worstMs = 0
  for (let round = 0; round < rounds; round += 1) {
    const port = ports[round % ports.length]
    const body = { retention_days: 31 + (round % 2) }
    const { status, headers, text } = await administrator.call('PATCH', '/api/settings', body, { port })
    const changedAt = performance.now()
    if (status !== 200) throw new Error(`the setting was not taken: ${status} ${text}`)
    const version = Number(/^"(\d+)"$/.exec(String(headers.etag))?.[1])
    await Promise.all(followers.map((each) => untilSeen(each, version)))
    worstMs = Math.max(worstMs, performance.now() - changedAt)
  }
  report.figure('setting_seen_by_all_worst_ms', worstMs)
  report.check(
    'every service sees a setting within 2 s',
    worstMs <= SEEN_WITHIN_MS,
    `${Math.round(worstMs)} ms at worst`,
  )

  for (const seconds of [300, 86_400]) await proveAge(stack, report, seconds)
  await administrator.call('PATCH', '/api/settings', { session_age_seconds: 28_800, retention_days: 30 })
  await proveWithoutStore(stack, report, followers)
}

/** The next token of any API instance has the new age; an earlier token keeps its own. */
async function proveAge(stack: Stack, report: Report, seconds: number): Promise<void> {
  const { call, ca } = await signIn(stack)
  const endBefore = (await call('GET', '/api/auth/me')).text
  await call('PATCH', '/api/settings', { session_age_seconds: seconds })
  let isRight = true
  let worstMs = 0
  for (const port of apiPorts(stack)) {
    const askedAt = Date.now()
    const login = await httpsCall({ port, ca, method: 'POST', path: '/api/auth/login', body: credentialsOf(stack) })
    const { expiration_date: end = '' } = JSON.parse(login.text) as { expiration_date?: string }
    const offMs = Math.abs(Date.parse(`${end}Z`) - askedAt - seconds * 1_000)
    worstMs = Math.max(worstMs, offMs)
    isRight &&= FORMAT.test(end) && offMs < 5_000
  }
  const isKept = (await call('GET', '/api/auth/me')).text === endBefore
  report.check(
    `a session age of ${seconds} s holds for the next token at every copy`,
    isRight && isKept,
    `off by ${worstMs} ms at most; an earlier token ${isKept ? 'keeps' : 'LOST'} its end`,
  )
}

async function proveWithoutStore(stack: Stack, report: Report, followers: readonly Child[]): Promise<void> {
  const store = stack.servers.find(({ name }) => name.startsWith('postgres'))
  if (!store) throw new Error('this stack has no database')
  report.step('kill -9 of PostgreSQL')
  const pids = followers.map(({ pid }) => pid)
  await store.kill9()
  await sleep(AWAY_MS)
  const ages = await Promise.all(followers.map((each) => metricOf(each, 'watchpost_settings_age_seconds')))
  await store.start()
  await waitUntilHealthy(store, 60_000)
  const { call } = await signInAgain(stack)
  const { headers } = await call('PATCH', '/api/settings', { cookie_idle_minutes: 31 })
  const version = Number(/^"(\d+)"$/.exec(String(headers.etag))?.[1])
  const changedAt = performance.now()
  await Promise.all(followers.map((each) => untilSeen(each, version)))
  const backMs = performance.now() - changedAt
  await call('PATCH', '/api/settings', { cookie_idle_minutes: 30 })
  const after = await childrenOf(stack.state.config.internalPort)
  const isAlive = followers.every(({ name }, at) => after.find((each) => each.name === name)?.pid === pids[at])
  report.check(
    'without the database every service lives on with what it knew, says so, and follows again',
    isAlive && ages.every((age) => age > AWAY_MS / 2_000) && backMs < 5_000,
    `age ${Math.min(...ages).toFixed(1)} s while away; ${Math.round(backMs)} ms to follow again`,
  )
}

/** Right after a crash the pool still holds broken connections. */
async function signInAgain(stack: Stack) {
  for (;;) {
    try {
      return await signIn(stack)
    } catch {
      await sleep(250)
    }
  }
}

async function untilSeen(child: Child, version: number): Promise<void> {
  const isSeen = async () => (await metricOf(child, 'watchpost_settings_version')) === version
  if (!(await waitUntil(isSeen, { withinMs: PATIENCE_MS, everyMs: 10 })))
    throw new Error(`${child.name} does not follow version ${version} of the settings`)
}

async function metricOf({ internalPort }: Child, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? ([\\d.e+-]+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}
