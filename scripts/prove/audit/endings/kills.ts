import { Agent } from 'node:https'
import { waitUntil } from '@watchpost/servers'
import { connectStore, type Store } from '@watchpost/store'
import type { Stack } from '../../../stack/stack.ts'
import { type Administrator, signIn } from '../../accounts/administrator.ts'
import { httpsCall } from '../../accounts/https-call.ts'
import { storeConfig } from '../../accounts/key-rotation.ts'
import { startApi } from '../../accounts/kills.ts'
import { createChance } from '../../harness/chance.ts'
import { endChild } from '../../harness/end-child.ts'
import type { Report } from '../../harness/report.ts'
import { connectSuperuser, watchpost } from '../database.ts'
import { firstWrongRow } from '../oracle-chain.ts'

const COPIES = 4
const WRITERS = 4
const STUCK_MS = 600_000

/** A call that changes something, as recorded by its caller. */
interface Call {
  name: string
  what: 'create' | 'remove'
  /** From the response; undefined if there was none. */
  requestId: string | undefined
}

/** Makes changes at four API instances that are killed repeatedly: rows and changes agree, and the chain is intact. */
export async function proveChangesUnderKills(
  stack: Stack,
  report: Report,
  { calls: wanted, kills, seed }: { calls: number; kills: number; seed: number },
): Promise<void> {
  const administrator = await signIn(stack)
  const store = connectStore(storeConfig(stack), 'proof')
  const owner = connectSuperuser(stack)
  try {
    const calls = await changeWhileKilling(stack, administrator, report, { wanted, kills, seed })
    const wrong = await compare(store, calls)
    const answered = calls.filter(({ requestId }) => requestId !== undefined).length
    report.figure('changes_answered', answered)
    report.figure('changes_without_answer', calls.length - answered)
    report.figure('api_kills', kills)
    report.check(
      `${answered} answered changes have one row each; one without an answer has a row exactly if it is stored`,
      answered >= wanted && wrong.length === 0,
      wrong.slice(0, 5).join('; ') || `${calls.length - answered} calls had no answer`,
    )
    const chain = await firstWrongRow(owner)
    report.check(
      'the chain is whole, followed column by column',
      chain.wrong === undefined && chain.rows >= answered,
      chain.wrong === undefined ? `${chain.rows} rows` : `row ${chain.wrong}`,
    )
    const { code, said } = await watchpost(stack, ['audit', 'verify'])
    report.check('`watchpost audit verify` finds it whole', code === 0, said.trim().split('\n').at(-1))
  } finally {
    await store.close()
    await owner.close()
  }
}

interface Plan {
  wanted: number
  kills: number
  seed: number
}

async function changeWhileKilling(
  stack: Stack,
  { ca, token }: Administrator,
  report: Report,
  { wanted, kills, seed }: Plan,
): Promise<Call[]> {
  const chance = createChance(seed)
  const start = () => startApi(stack, ca, token)
  const copies: Awaited<ReturnType<typeof start>>[] = []
  // Start them one by one: in parallel they only slow each other down.
  while (copies.length < COPIES) copies.push(await start())
  const calls: Call[] = []
  const progress = { answered: 0, isOver: false }

  async function call(slot: number, agent: Agent, method: string, path: string, body?: object) {
    const port = copies[slot]?.port ?? 0
    const answer = await httpsCall({ port, ca, method, path, body, headers: { 'api-key': token }, agent })
    if (answer.status >= 400) throw new Refused(`${method} ${path}: ${answer.status} ${answer.text}`)
    progress.answered += 1
    return { requestId: String(answer.headers['request-id']), text: answer.text }
  }

  /** Creates and deletes keys until done; never retries a failed call. */
  async function write(slot: number, writer: number): Promise<void> {
    const agent = new Agent({ keepAlive: true })
    for (let turn = 0; !progress.isOver; turn += 1) {
      const name = `proof ${slot} ${writer} ${turn}`
      const create: Call = { name, what: 'create', requestId: undefined }
      const remove: Call = { name, what: 'remove', requestId: undefined }
      try {
        calls.push(create)
        const made = await call(slot, agent, 'POST', '/api/auth/keys', { name, scopes: ['search'] })
        create.requestId = made.requestId
        if (turn % 3 === 0) continue
        const { id } = JSON.parse(made.text) as { id: number }
        calls.push(remove)
        remove.requestId = (await call(slot, agent, 'DELETE', `/api/auth/keys/${id}`)).requestId
      } catch (error) {
        if (error instanceof Refused) throw error
        // Its instance was killed: wait for the next one.
        await restarted[slot]
      }
    }
    agent.destroy()
  }

  const restarted: (Promise<void> | undefined)[] = []
  async function killNow(slot: number): Promise<void> {
    const { child } = copies[slot] ?? {}
    if (!child) return
    const next = start()
    // Set before the kill: callers whose connection breaks wait for this.
    restarted[slot] = (async () => {
      copies[slot] = await next
    })()
    await endChild(child, 'SIGKILL')
    await restarted[slot]
  }

  async function reached(count: number): Promise<void> {
    const isReached = () => progress.answered >= count
    if (!(await waitUntil(isReached, { withinMs: STUCK_MS, everyMs: 5 }))) throw new Error('no change is answered')
  }

  async function killAll(): Promise<void> {
    for (let kill = 1; kill <= kills; kill += 1) {
      const due = (wanted * kill) / (kills + 1)
      await reached(due)
      await killNow(chance.below(COPIES))
      if (kill % 10 === 0) report.step(`${kill} of ${kills} kills, ${progress.answered} changes answered`)
    }
    await reached(wanted)
    progress.isOver = true
  }

  try {
    const writers = Array.from({ length: COPIES * WRITERS }, (_, each) => write(each % COPIES, each))
    await Promise.all([killAll(), ...writers])
    return calls
  } finally {
    progress.isOver = true
    for (const { child } of copies) child.kill('SIGKILL')
  }
}

/** An error response is a real failure. */
class Refused extends Error {}

/** Compares the callers' records with the tables. */
async function compare({ db }: Store, calls: readonly Call[]): Promise<string[]> {
  const wrong: string[] = []
  const rows = await db
    .selectFrom('audit')
    .select(['request_id', 'action', 'before', 'after'])
    .where('object', 'like', 'key/%')
    .execute()
  const perRequest = Map.groupBy(rows, ({ request_id }) => request_id)
  const nameOf = (value: unknown) => (value as { name?: string } | null)?.name
  const perName = (pick: (row: (typeof rows)[number]) => unknown) => Map.groupBy(rows, (row) => nameOf(pick(row)))
  const made = perName(({ before, after }) => (before === null ? after : null))
  const removed = perName(({ before, after }) => (after === null ? before : null))
  const stored = new Set((await db.selectFrom('api_key').select('name').execute()).map(({ name }) => name))
  const removals = new Set(calls.filter(({ what }) => what === 'remove').map(({ name }) => name))

  for (const { name, what, requestId } of calls) {
    const own = (what === 'create' ? made : removed).get(name)?.length ?? 0
    if (requestId !== undefined && perRequest.get(requestId)?.length !== 1) {
      wrong.push(`${what} ${name} was answered and has ${perRequest.get(requestId)?.length ?? 0} rows`)
    }
    if (own > 1) wrong.push(`${what} ${name} has ${own} rows`)
    // A key exists if it was created and not deleted; the audit rows must agree.
    const isThere = (made.get(name)?.length ?? 0) > (removed.get(name)?.length ?? 0)
    if (stored.has(name) !== isThere) wrong.push(`${name} is ${stored.has(name) ? '' : 'not '}stored, unlike its rows`)
    if (what === 'create' && requestId !== undefined && !removals.has(name) && !stored.has(name)) {
      wrong.push(`${name} was made and is gone`)
    }
  }
  return wrong
}
