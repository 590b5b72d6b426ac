import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@watchpost/servers'
import { readiness } from '../../../stack/appliance-server.ts'
import type { Stack } from '../../../stack/stack.ts'
import { livingProcesses } from '../../../stack/stack-folder.ts'
import { createChance } from '../../harness/chance.ts'
import type { Report } from '../../harness/report.ts'
import type { CommitLog } from './commit-log.ts'
import type { ExtraIndexer, ExtraIndexers } from './extra-indexers.ts'
import type { HoldingProxy } from './holding-proxy.ts'
import { patient } from '../../harness/burners.ts'

export interface RebalanceCounts {
  rebalances: number
  kills: number
  /** Indexers killed at the same moment: the broker detects each after 15 s. */
  killsAtOnce: number
}

const STEP_WITHIN_MS = 90_000
/** Longer than a member's session timeout: the group continues without it. */
const EXPELLED_AFTER_MS = 17_000
const RELEASED_MS = 700
const PAUSED_ENGINE_MS = 1_000

interface Stage {
  stack: Stack
  extras: ExtraIndexers
  log: CommitLog
  proxy: HoldingProxy
  report: Report
  seed: number
}

/** Makes the indexers' group rebalance repeatedly: members join, leave, are killed and are paused. */
export async function driveRebalances(stage: Stage, counts: RebalanceCounts): Promise<{ kills: number }> {
  const { stack, extras, log, proxy, report, seed } = stage
  const chance = createChance(seed)
  const first = log.generations()
  const done = () => log.generations() - first
  let extra = extras.start()
  let kills = 0
  await untilReady(extra)

  /** One leaves while the next starts: usually two rebalances. */
  async function swap(): Promise<void> {
    const leaving = extra
    extra = extras.start()
    leaving.kill('SIGTERM')
    await Promise.all([leaving.ended, untilReady(extra)])
  }

  async function killSome(count: number, isOnePaused: boolean): Promise<void> {
    const [paused, ...supervised] = supervisedIndexers(stack)
    const victims = [extra.pid, ...supervised].slice(0, count)
    report.step(`kill -9 of ${victims.length} indexers${isOnePaused ? ', one more stands still' : ''}`)
    for (const pid of victims) process.kill(pid, 'SIGKILL')
    kills += victims.length
    extra = extras.start()
    if (isOnePaused && paused) await pause(paused, EXPELLED_AFTER_MS)
    await Promise.all([untilReady(extra), untilSupervisedReady(stack)])
  }

  for (let turn = 0; done() < counts.rebalances || kills < counts.kills; turn++) {
    const isHeld = chance.below(3) > 0
    if (isHeld) proxy.hold()
    // Spread the kills evenly over the rebalances.
    const isKillDue = kills < counts.kills && kills / counts.kills <= done() / counts.rebalances
    if (isKillDue) await killSome(Math.min(counts.killsAtOnce, counts.kills - kills), chance.below(2) === 0)
    else await swap()
    proxy.release()
    await sleep(RELEASED_MS)
    if (chance.below(5) === 0) await pauseEngine(stack)
    if (turn % 10 === 9) report.step(`${done()} of ${counts.rebalances} rebalances, ${kills} kills`)
  }
  return { kills }
}

/** While the engine's response is late, every indexer has a batch in progress. */
async function pauseEngine({ servers }: Stack): Promise<void> {
  const pid = servers.find(({ name }) => name.startsWith('opensearch'))?.pid()
  if (pid) await pause(pid, PAUSED_ENGINE_MS)
}

async function pause(pid: number, forMs: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  await sleep(forMs)
  process.kill(pid, 'SIGCONT')
}

function supervisedIndexers({ folder }: Stack): number[] {
  return [...livingProcesses(folder)].filter(([name]) => /^indexer(-\d+)?$/.test(name)).map(([, pid]) => pid)
}

async function untilReady(extra: ExtraIndexer): Promise<void> {
  if (!(await waitUntil(extra.isReady, { withinMs: patient(STEP_WITHIN_MS) })))
    throw new Error(`${extra.name} is not ready`)
}

async function untilSupervisedReady({ state }: Stack): Promise<void> {
  const isReady = async () => {
    const { services } = await readiness(state.config.internalPort)
    const indexers = Object.entries(services).filter(([name]) => name.startsWith('indexer'))
    return indexers.length > 0 && indexers.every(([, text]) => text === 'ready')
  }
  if (!(await waitUntil(isReady, { withinMs: patient(STEP_WITHIN_MS) })))
    throw new Error('the killed indexers did not return')
}
