import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectStore, type Store } from '@watchpost/store'
import type { Stack } from '../../../stack/stack.ts'
import { type Administrator, signIn } from '../../accounts/administrator.ts'
import { httpsCall } from '../../accounts/https-call.ts'
import { storeConfig } from '../../accounts/key-rotation.ts'
import { startApi } from '../../accounts/kills.ts'
import { endChild } from '../../harness/end-child.ts'
import type { Report } from '../../harness/report.ts'

const CALLERS = 8
/** A read that is audited, and that needs no engine. */
const PATH = '/api/audit'
/** What a crash may lose, and the time to write it on a busy machine. */
const LINES_MS = 200 + 300
const ENTRIES_MS = 1_000 + 500

/** An answer that its caller has received. */
interface Answered {
  id: string
  atMs: number
}

type Running = Awaited<ReturnType<typeof startApi>> & { logFile: string }

/**
 * Requests are counted, audited and logged in batches after their answers. Nothing is missing in a scrape, nor after a
 * shutdown under load; a crash loses no more than documented.
 */
export async function proveAnswers(stack: Stack, report: Report, { loadMs }: { loadMs: number }): Promise<void> {
  const administrator = await signIn(stack)
  const store = connectStore(storeConfig(stack), 'proof')
  const start = async (name: string): Promise<Running> => {
    const logFile = join(stack.folder.root, `${name}.log`)
    return { ...(await startApi(stack, administrator.ca, administrator.token, logFile)), logFile }
  }
  const earlier = new Set(await auditedIn(store))
  const running: Running[] = []
  try {
    const ended = await start('ended')
    running.push(ended)
    const before = await loaded(ended, administrator, () => sleep(loadMs))
    const counted = await countIn(ended)
    report.check('a scrape counts every request', counted === before.length, `${counted} of ${before.length}`)
    const rest = await loaded(ended, administrator, async () => {
      await sleep(loadMs)
      await endChild(ended.child)
    })
    const answered = [...before, ...rest]
    report.figure('answered_until_shutdown', answered.length)
    const lines = loggedIn(ended)
    report.check('a shutdown under load ends without a failure', ended.child.exitCode === 0, `${ended.child.exitCode}`)
    report.check(
      'after a shutdown under load each answer has one log line, and each line an answer',
      rest.length > 0 && isSame(lines, answered),
      `${lines.length} lines, ${answered.length} answers`,
    )
    const entries = (await auditedIn(store)).filter((id) => !earlier.has(id))
    report.check(
      'and one audit entry',
      isSame(entries, answered),
      `${entries.length} entries, ${answered.length} answers`,
    )

    const killed = await start('killed')
    running.push(killed)
    let killedAt = 0
    const last = await loaded(killed, administrator, async () => {
      await sleep(loadMs)
      killedAt = Date.now()
      await endChild(killed.child, 'SIGKILL')
    })
    const known = { lines: new Set(loggedIn(killed)), entries: new Set(await auditedIn(store)) }
    for (const [name, ids, mostMs] of [
      ['log lines', known.lines, LINES_MS],
      ['audit entries', known.entries, ENTRIES_MS],
    ] as const) {
      const lost = last.filter(({ id }) => !ids.has(id))
      const oldestMs = Math.max(0, ...lost.map(({ atMs }) => killedAt - atMs))
      report.check(
        `kill -9 loses ${name} of the last ${mostMs} ms at most`,
        last.length > lost.length && oldestMs <= mostMs,
        `${lost.length} of ${last.length} lost, the oldest ${oldestMs} ms before`,
      )
    }
  } finally {
    for (const { child } of running) child.kill('SIGKILL')
    await store.close()
  }
}

/** The answers that callers got while something happens to the API, or until it has ended. */
async function loaded(
  { port }: Running,
  { ca, token }: Administrator,
  happen: () => Promise<unknown>,
): Promise<Answered[]> {
  const answered: Answered[] = []
  const progress = { isOver: false }
  const call = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true })
    while (!progress.isOver) {
      const headers = { 'api-key': token }
      const answer = await httpsCall({ port, ca, path: `${PATH}?limit=1`, headers, agent }).catch(() => undefined)
      if (!answer) break
      if (answer.status !== 200) throw new Error(`${PATH}: ${answer.status} ${answer.text}`)
      answered.push({ id: String(answer.headers['request-id']), atMs: Date.now() })
    }
    agent.destroy()
  }
  const calls = Promise.all(Array.from({ length: CALLERS }, call))
  await happen()
  progress.isOver = true
  await calls
  return answered
}

async function countIn({ internalPort }: Running): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text()
  const [, count] = new RegExp(`^watchpost_api_requests_total\\{route="${PATH}",.*\\} (\\d+)$`, 'm').exec(text) ?? []
  return Number(count)
}

function loggedIn({ logFile }: Running): string[] {
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { path?: string; requestId?: string })
    .flatMap(({ path, requestId }) => (path === PATH && requestId ? [requestId] : []))
}

async function auditedIn({ db }: Store): Promise<string[]> {
  const rows = await db.selectFrom('audit_access').select('request_id').where('action', '=', 'audit.read').execute()
  return rows.map(({ request_id }) => request_id)
}

function isSame(ids: readonly string[], answered: readonly Answered[]): boolean {
  return JSON.stringify(ids.toSorted()) === JSON.stringify(answered.map(({ id }) => id).toSorted())
}
