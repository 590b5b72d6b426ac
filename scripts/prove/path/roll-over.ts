import { waitUntil } from '@watchpost/servers'
import { createGenerationStore } from '@watchpost/store'
import { connectToStore } from '../harness/stack/connect-to-store.ts'
import { ALL_INDEXES, checkVerdict, judge } from '../harness/judge.ts'
import type { Load } from '../harness/load.ts'
import { connectApi, type ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { explainMissing } from './explain-missing.ts'
import { settleByLag } from './lag/settle-by-lag.ts'
import { livingProcesses } from '../../stack/stack-folder.ts'
import type { Stack } from '../../stack/stack.ts'
import { patient } from '../harness/burners.ts'

const SEED = 900
const WITHIN_MS = 60_000
const DAY_MS = 24 * 3_600_000

/**
 * Sends the same events again across a forced roll-over, a change of day and a rebalance: still one document each. The
 * services stay a day ahead.
 */
export async function proveRollOver(
  { stack, api: firstApi }: ProofStack,
  load: Load,
  report: Report,
  events: number,
): Promise<void> {
  const others = await firstApi.count(ALL_INDEXES)
  const store = connectToStore(stack)
  const generations = createGenerationStore(store)
  const newest = async () => (await generations.list()).at(-1)
  const rolledOver = async (before: number) => {
    const isDone = async () => {
      const all = await generations.list()
      return (all.at(-1)?.number ?? 0) > before && all.slice(0, -1).every((each) => each.isSealed)
    }
    if (!(await waitUntil(isDone, { withinMs: patient(WITHIN_MS) }))) throw new Error('no roll-over')
  }
  const forceRollOver = async () => {
    const before = (await newest())?.number ?? 0
    await generations.requestRollOver()
    await rolledOver(before)
  }

  const sending = load.send(SEED, events)
  await forceRollOver()
  await sending
  report.step('the same again, with a roll-over and a rebalance in the middle')
  const again = load.send(SEED, events)
  const rolling = forceRollOver()
  killOneIndexer(stack)
  await Promise.all([again, rolling])
  await load.send(SEED + 1, events / 4)
  await checkAll('resent across a forced roll-over and a rebalance: one document each')

  report.step('the same again on the next day')
  const before = (await newest())?.number ?? 0
  await stack.appliance.stop()
  await startOnDay(stack, DAY_MS)
  await rolledOver(before)
  await load.send(SEED, events)
  await load.send(SEED + 2, events / 4)
  await checkAll('resent after a change of day: one document each')
  const days = new Set((await generations.list()).map(({ day }) => day))
  report.check('the next day has indexes of its own', days.size >= 2, [...days].join(' '))
  report.figure('generations', (await generations.list()).length)
  await store.close()

  async function checkAll(name: string): Promise<void> {
    const api = await connectApi(stack)
    const settled = await settleByLag(stack, api, others + load.offered(), report)
    const verdict = await judge(api, load.oracles())
    checkVerdict(report, name, load.offered(), verdict)
    await explainMissing(stack, api, verdict, settled, report)
    api.close()
  }
}

function killOneIndexer({ folder }: Stack): void {
  const [, pid] = [...livingProcesses(folder)].find(([name]) => name.startsWith('indexer')) ?? []
  if (pid) process.kill(pid, 'SIGKILL')
}

/** Starts the services with a clock that is ahead, on another day. */
async function startOnDay({ appliance }: Stack, aheadMs: number): Promise<void> {
  const module = new URL('./shift-clock.ts', import.meta.url).pathname
  Object.assign(process.env, { NODE_OPTIONS: `--import=${module}`, NODE_PROOF_AHEAD_MS: String(aheadMs) })
  await appliance.start()
  for (const name of ['NODE_OPTIONS', 'NODE_PROOF_AHEAD_MS']) delete process.env[name]
  const isWell = async () => (await appliance.problem()) === undefined
  if (!(await waitUntil(isWell, { withinMs: patient(WITHIN_MS) }))) throw new Error('the services did not start')
}
