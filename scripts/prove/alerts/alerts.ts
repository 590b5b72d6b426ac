import { waitUntil } from '@watchpost/servers'
import type { RunOptions } from '../command/proof.ts'
import { settle } from '../harness/judge.ts'
import { createLoad } from '../harness/load.ts'
import { startProofStack } from '../harness/stack/proof-stack.ts'
import { createReport } from '../harness/report.ts'
import { checkArrival } from './arrival.ts'
import { checkCompressed } from './compressed.ts'
import type { KnownAlert } from './expected-matches.ts'
import { expectedRisk, type Policy } from './expected-risk.ts'
import { type Asker, createAsker } from './http.ts'
import { checkNewLog } from './new-log.ts'
import { readAlerts } from './oracle-alerts.ts'
import { checkSameLists } from './same-lists.ts'
import { checkShapes } from './shapes.ts'
import { checkBesideEvents, checkSpeed } from './speed/speed.ts'

const BEHIND_SECONDS = 15
/** A small CI machine is busy with other work. */
const SMALL_BEHIND_SECONDS = 60

export type AlertPart = 'lists' | 'arrival' | 'new-log' | 'beside' | 'speed'

/** Alerts and clusters: their format, completeness and correctness; collectors miss nothing; listings are fast. */
export async function proveAlerts({ dir, isSmall, seed, only, events: alerts }: RunOptions<AlertPart>): Promise<void> {
  const report = createReport('alerts')
  if (only.includes('lists') || only.includes('arrival')) {
    await using proof = await startProofStack({ dir, copies: ['indexer=2', 'api=2'] })
    const { apiPort, gatewayPort } = proof.stack.state.config
    const bases = [apiPort, apiPort + 100].map((port) => `https://127.0.0.1:${port}`)
    const [base = ''] = bases
    const asker = createAsker(proof.stack.folder.root)
    await asker.login(base)
    const load = createLoad({ stackDir: dir, gateway: `https://127.0.0.1:${gatewayPort}` })

    if (only.includes('lists')) {
      const events = isSmall ? 6_000 : 40_000
      report.step(`sending ${events} events, some of them late, some of them twice`)
      await load.send(seed, events, ['--alert-share=30%', '--late=10%', '--resend=10%', '--hours=50'])
      await load.send(seed, events, ['--alert-share=30%', '--late=10%', '--resend=10%', '--hours=50'])
      await settle(proof.api, events)
      const { body: version } = await asker.ask<{ policy: Policy }>(base, '/api/risk-policy')
      const known: KnownAlert[] = (await readAlerts(load.oracles())).map((alert) => ({
        ...alert,
        risk: expectedRisk(alert, version.policy),
      }))
      const behind = await untilCounted(asker, base, known.length)
      report.figure('behind_seconds', behind)
      const most = isSmall ? SMALL_BEHIND_SECONDS : BEHIND_SECONDS
      report.check(`clusters follow their alerts within ${most} s`, behind <= most, `${behind.toFixed(1)} s`)
      await checkShapes(report, asker, base)
      await checkCompressed(report, asker, base)
      const questions = isSmall ? 30 : 1_000
      await checkSameLists({ report, asker, base, alerts: known, policy: version.policy, questions, seed })
    }
    if (only.includes('arrival')) {
      const events = isSmall ? 8_000 : 500_000
      report.step(`${events} alerts, read by arrival while they come`)
      await checkArrival({ report, proof, asker, bases, load, seed: seed + 50, events, rate: isSmall ? 500 : 3_000 })
    }
    asker.close()
  }
  if (only.includes('new-log')) await proveNewLog(report, { dir, isSmall, seed: seed + 80 })
  const few = only.includes('beside')
    ? await checkBesideEvents(report, { isSmall, events: isSmall ? 50_000 : 10_000_000 })
    : new Map<string, number>()
  if (only.includes('speed'))
    await checkSpeed(report, { isSmall, seed, alerts: alerts ?? (isSmall ? 20_000 : 10_000_000) }, few)
  report.end()
}

/** On a separate stack: everything stored is compared, and the log is lost. */
async function proveNewLog(
  report: ReturnType<typeof createReport>,
  { dir, isSmall, seed }: Pick<RunOptions, 'dir' | 'isSmall' | 'seed'>,
): Promise<void> {
  await using proof = await startProofStack({ dir, copies: ['indexer=2', 'api=2'] })
  const { apiPort, gatewayPort } = proof.stack.state.config
  const bases = [apiPort, apiPort + 100].map((port) => `https://127.0.0.1:${port}`)
  const asker = createAsker(proof.stack.folder.root)
  await asker.login(bases[0] ?? '')
  const load = createLoad({ stackDir: dir, gateway: `https://127.0.0.1:${gatewayPort}` })
  const events = isSmall ? 3_000 : 50_000
  report.step(`three times ${events} alerts; the log is lost while the second come`)
  await checkNewLog({ report, proof, asker, bases, load, seed, events, rate: isSmall ? 300 : 2_000 })
  asker.close()
}

/** Waits until the clusters include every alert; returns the seconds it took. */
export async function untilCounted(asker: Asker, base: string, alerts: number): Promise<number> {
  const startedAt = Date.now()
  const isCounted = async () => {
    const rows = await asker.all<{ number_alerts: number }>(base, '/api/alerts/clusters?frequency=day&limit=10000')
    return rows.reduce((sum, { number_alerts }) => sum + number_alerts, 0) === alerts
  }
  await waitUntil(isCounted, { withinMs: 180_000, everyMs: 500 })
  return (Date.now() - startedAt) / 1_000
}
