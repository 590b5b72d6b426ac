import { setTimeout as sleep } from 'node:timers/promises'
import { untilCounted } from '../../alerts/alerts.ts'
import { checkCollected, collect } from '../../alerts/collectors.ts'
import { expectedRisk, type Policy } from '../../alerts/expected-risk.ts'
import { type Asker, createAsker } from '../../alerts/http.ts'
import { readAlerts } from '../../alerts/oracle-alerts.ts'
import { checkSameLists } from '../../alerts/same-lists.ts'
import { checkVerdict, judge } from '../../harness/judge.ts'
import { createLoad, type Load } from '../../harness/load.ts'
import { engineUrl, type ProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { explainMissing } from '../explain-missing.ts'
import { settleByLag } from '../lag/settle-by-lag.ts'
import { watchAlarms } from './alarm-watch.ts'
import { followCommitLog } from './commit-log.ts'
import { createExtraIndexers } from './extra-indexers.ts'
import { startHoldingProxy } from './holding-proxy.ts'
import { watchPositions } from './position-watch.ts'
import { driveRebalances, type RebalanceCounts } from './rebalance-driver.ts'

const STEADY_SEED = 1_000
const BURST_SEED = 5_000
const STEADY_PROBES = 4
const STEADY_SECONDS = 20
const BURST_EVENTS = 160
const BURST_PAUSE_MS = 6_000
const SENT = ['--alert-share=30%', '--hours=3']

export interface RebalanceOptions {
  dir: string
  seed: number
  /** Events per second. */
  rate: number
  counts: RebalanceCounts
  /** The number of random listings of alerts and of clusters. */
  questions: number
}

/**
 * Indexers join, leave and are killed with batches in progress: no position moves backwards, and no alert is missed or
 * repeated.
 */
export async function proveRebalance(proof: ProofStack, report: Report, options: RebalanceOptions): Promise<void> {
  const { stack, api } = proof
  const { gatewayPort, apiPort } = stack.state.config
  const base = `https://127.0.0.1:${apiPort}`
  const asker = createAsker(stack.folder.root)
  await asker.login(base)
  const sender = { stackDir: options.dir, gateway: `https://127.0.0.1:${gatewayPort}` }
  const steady = createLoad({ ...sender, probes: STEADY_PROBES, rate: options.rate })
  const bursts = createLoad(sender)

  const log = followCommitLog(stack)
  const positions = watchPositions(stack)
  const extras = createExtraIndexers(stack)
  const alarms = watchAlarms(stack, extras.ports)
  const proxy = await startHoldingProxy(Number(new URL(engineUrl(stack)).port))
  const everythingStored = new AbortController()
  const collectors = [1, 2].map((number) => collect(asker, [base], number, everythingStored.signal))

  extras.start({ WATCHPOST_ENGINE_NODES: `http://127.0.0.1:${proxy.port}` })
  const before = log.generations()
  const startedAt = Date.now()
  const driving = driveRebalances({ stack, extras, log, proxy, report, seed: options.seed }, options.counts)
  await Promise.all([
    steady.sendWhile(driving, STEADY_SEED, options.rate * STEADY_SECONDS, 0, SENT),
    sendBursts(bursts, driving),
  ])
  const { kills } = await driving
  report.figure('rebalancing_seconds', (Date.now() - startedAt) / 1_000)

  const offered = steady.offered() + bursts.offered()
  const oracles = [...steady.oracles(), ...bursts.oracles()]
  const settled = await settleByLag(stack, api, offered, report)
  everythingStored.abort()
  const collected = await Promise.all(collectors)
  log.readOn()
  const rebalances = log.generations() - before
  report.figure('events_under_rebalances', offered)
  report.check(
    `${options.counts.rebalances} rebalances, ${options.counts.kills} of the indexers killed`,
    rebalances >= options.counts.rebalances && kills >= options.counts.kills,
    `${rebalances} generations of the group in the broker's log, ${kills} kills`,
  )
  report.check(
    'no commit went back, by every commit in the log of the broker',
    log.commits.count() > 0 && log.commits.moves().length === 0,
    log.commits.describe(),
  )
  const polled = await positions.stop()
  report.check('no committed position went back between two polls', polled.moves().length === 0, polled.describe())
  report.check(
    'every partition is committed to its end',
    settled.isCaughtUp,
    `after ${settled.lagSeconds.toFixed(1)} s`,
  )

  const verdict = await judge(api, oracles)
  checkVerdict(report, 'under rebalances: acknowledged is found, whole, once', offered, verdict)
  await explainMissing(stack, api, verdict, settled, report)
  checkCollected(report, await readAlerts(oracles), collected)
  await checkClusters(asker, base, report, oracles, options)
  await alarms.check(report)

  await extras.stopAll()
  proxy.stop()
  asker.close()
  log.close()
}

/** All probes send a little, then half of them pause for a while. */
async function sendBursts(load: Load, work: Promise<unknown>): Promise<void> {
  const done = new AbortController()
  const watched = work.finally(() => done.abort())
  watched.catch(() => undefined)
  for (let seed = BURST_SEED; !done.signal.aborted; seed++) {
    await load.send(seed, BURST_EVENTS, SENT)
    await sleep(BURST_PAUSE_MS, undefined, { signal: done.signal }).catch(() => undefined)
  }
}

async function checkClusters(
  asker: Asker,
  base: string,
  report: Report,
  oracles: readonly string[],
  { questions, seed }: RebalanceOptions,
): Promise<void> {
  const { body } = await asker.ask<{ policy: Policy }>(base, '/api/risk-policy')
  const { policy } = body
  const alerts = (await readAlerts(oracles)).map((alert) => ({ ...alert, risk: expectedRisk(alert, policy) }))
  report.figure('clusters_counted_seconds', await untilCounted(asker, base, alerts.length))
  await checkSameLists({ report, asker, base, alerts, policy, questions, seed })
}
