import { waitUntil } from '@watchpost/servers'
import { readAlerts } from '../../alerts/oracle-alerts.ts'
import { createChance } from '../../harness/chance.ts'
import { connectToStore } from '../../harness/stack/connect-to-store.ts'
import { checkVerdict, findAmong, judge } from '../../harness/judge.ts'
import { linesOf } from '../../harness/lines-of.ts'
import { engineUrl } from '../../harness/stack/proof-stack.ts'
import { settleByLag } from '../lag/settle-by-lag.ts'
import { readGenerations } from './generation-rows.ts'
import { untilKillMoment } from './kill-moments.ts'
import { untilLeading } from './leader.ts'
import { findLeftovers, isNothingLeft } from './leftovers.ts'
import { makeGeneration, type Stage } from './make-generations.ts'
import { patient } from '../../harness/burners.ts'

const SEED = 300
/** Far enough ahead that the marks of today's alerts expire with the first removal. */
const FIRST_DAY = 40
const KEPT_AFTER_DAYS = 5
const COMPLETE_WITHIN_MS = 120_000

/** Kills the leading indexer while it removes generations: in the end nothing of them is left. */
export async function proveRemoval(
  given: Omit<Stage, 'store'>,
  { kills, generations, seed }: { kills: number; generations: number; seed: number },
): Promise<void> {
  const { proof, report, load } = given
  const { stack, api } = proof
  const stage: Stage = { ...given, store: connectToStore(stack) }
  const { store } = stage
  const engine = engineUrl(stack)
  await setRetention(3_650)
  for (let at = 0; at < generations; at++) await makeGeneration(stage, FIRST_DAY + at, SEED + at)
  const pastOracles = load.oracles()
  const lastPast = (await readGenerations(store)).at(-1)?.number ?? 0
  await makeGeneration(stage, FIRST_DAY + generations + KEPT_AFTER_DAYS, SEED + generations)
  const kept = load.oracles().slice(pastOracles.length)

  report.step(`${lastPast} generations are past a retention of one day`)
  await setRetention(1)
  const chance = createChance(seed)
  const moments: Record<string, number> = {}
  const killed = new Set<number>()
  let cutOff = 0
  while (killed.size < kills) {
    const leader = await untilLeading(stack, killed)
    const moment = await untilKillMoment(store, engine, chance, killed.size)
    process.kill(leader, 'SIGKILL')
    killed.add(leader)
    // Check immediately: the next leader completes it within seconds.
    if ((await readGenerations(store)).some(({ isRemoved, isDeleted }) => isRemoved && isDeleted === false)) cutOff++
    moments[moment] = (moments[moment] ?? 0) + 1
  }
  report.figure('kills_during_removals', JSON.stringify(moments))
  report.check('kills cut removals off', cutOff > 0, `${cutOff} of ${kills}`)

  const isComplete = async () => isNothingLeft(await findLeftovers(store, engine, lastPast))
  await waitUntil(isComplete, { withinMs: patient(COMPLETE_WITHIN_MS), everyMs: 1_000 })
  const left = await findLeftovers(store, engine, lastPast)
  report.check('every generation past its retention is removed', left.notRemoved.length === 0, left.notRemoved.join())
  report.check(
    'every removed generation is marked as deleted',
    left.notDeleted?.length === 0,
    left.notDeleted ? left.notDeleted.join() : 'the table has no column deleted_at',
  )
  report.check('no index of a removed generation is left', left.indexes.length === 0, left.indexes.join(' '))
  report.check('no stream has a place in a removed generation', left.places === 0, `${left.places} places`)
  report.check('no silent stream of theirs is in the ledger', left.ledgerRows === 0, `${left.ledgerRows} rows`)
  report.check('no mark of their alerts is left', left.marks === 0, `${left.marks} marks`)
  await checkSearches('after the removals')

  report.step('events of a removed generation, sent again')
  await load.send(SEED, 40)
  await settleByLag(stack, api, 0, report)
  await checkSearches('after events of a removed generation were sent again')
  await store.close()

  async function setRetention(days: number): Promise<void> {
    const { status, body } = await api.send('PATCH', '/api/settings', { retention_days: days })
    if (status !== 200) throw new Error(`the retention could not be set: ${status} ${JSON.stringify(body)}`)
  }

  async function checkSearches(when: string): Promise<void> {
    const pastIds = await idsOf(pastOracles)
    const foundIds = await findAmong(api, pastIds)
    const pastAlerts = new Set((await readAlerts(pastOracles)).map(({ uuid }) => uuid))
    const { body } = await api.send<{ uuid: string }[]>('GET', '/api/alerts?limit=10000')
    const listed = body.filter(({ uuid }) => pastAlerts.has(uuid)).length
    report.check(
      `no event or alert past its retention is found, ${when}`,
      foundIds.size === 0 && listed === 0,
      `${foundIds.size} of ${pastIds.length} events, ${listed} of ${pastAlerts.size} alerts`,
    )
    const verdict = await judge(api, kept)
    checkVerdict(report, `younger events are found, whole, once, ${when}`, verdict.sent, verdict)
  }
}

async function idsOf(oracles: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const path of oracles) for await (const line of linesOf(path)) ids.push((JSON.parse(line) as { id: string }).id)
  return ids
}
