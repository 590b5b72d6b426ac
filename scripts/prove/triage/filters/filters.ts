import type { KnownAlert } from '../../alerts/expected-matches.ts'
import { expectedRisk, type Policy } from '../../alerts/expected-risk.ts'
import { createAsker } from '../../alerts/http.ts'
import { readAlerts } from '../../alerts/oracle-alerts.ts'
import { someFilters } from '../../alerts/some-filters.ts'
import type { RunOptions } from '../../command/proof.ts'
import { createChance } from '../../harness/chance.ts'
import { createLoad } from '../../harness/load.ts'
import type { Report } from '../../harness/report.ts'
import { startProofStack } from '../../harness/stack/proof-stack.ts'
import { compareAnswers } from './compare-answers.ts'
import { acknowledgeRiskiest, markAtRandom, markOnce } from './mark-some.ts'
import { settleAlerts } from '../settle-alerts.ts'

const RISKIEST = 1 / 6
const AT_RANDOM = 1 / 20
/** Alerts that are marked right before a question. */
const JUST_NOW = 20

/**
 * Random filters, asked of listing, summary and groups: all must equal a computation from what was sent and marked,
 * also for what was marked a moment ago.
 */
export async function checkFilters(
  report: Report,
  { dir, isSmall, seed, events }: Pick<RunOptions, 'dir' | 'isSmall' | 'seed' | 'events'>,
): Promise<void> {
  const alerts = events ?? (isSmall ? 4_000 : 3_000_000)
  const questions = isSmall ? 40 : 1_000
  await using proof = await startProofStack({ dir, copies: ['indexer=2', 'api=2'] })
  const { apiPort, gatewayPort } = proof.stack.state.config
  const bases = [apiPort, apiPort + 100].map((port) => `https://127.0.0.1:${port}`)
  const [base = '', second = ''] = bases
  const asker = createAsker(proof.stack.folder.root)
  await asker.login(base)
  const load = createLoad({ stackDir: dir, gateway: `https://127.0.0.1:${gatewayPort}` })
  const half = Math.floor(alerts / 2)
  const some = ['--alert-share=100%', '--late=10%', '--resend=10%', '--hours=50']

  report.step(`${half} alerts, some of them late, some twice`)
  await load.send(seed, half, some)
  await settleAlerts(proof.api, asker, base, { count: half, withinMs: 600_000 })
  const { body: version } = await asker.ask<{ policy: Policy }>(base, '/api/risk-policy')
  const read = async (): Promise<KnownAlert[]> =>
    (await readAlerts(load.oracles())).map((alert) => ({ ...alert, risk: expectedRisk(alert, version.policy) }))
  const known = await read()
  const marker = { asker, base, alerts: known }
  const riskiest = await acknowledgeRiskiest(marker, RISKIEST)
  const random = createChance(seed)
  await markAtRandom(marker, random, Math.ceil(alerts * AT_RANDOM))
  report.figure('acknowledged', riskiest)

  report.step('the same again, and as many others: marks stay')
  await load.send(seed, half, some)
  await load.send(seed + 1, half, some)
  await settleAlerts(proof.api, asker, base, { count: 2 * half, withinMs: 600_000 })
  const marked = new Set(known.map(({ uuid }) => uuid))
  for (const alert of await read()) if (!marked.has(alert.uuid)) known.push(alert)

  const wrong: string[] = []
  for (let turn = 0; turn < questions; turn++) {
    const isJustMarked = random.below(3) === 0
    // Marked at one copy of the API, asked at the other.
    if (isJustMarked) await markOnce({ ...marker, base: second }, random, JUST_NOW)
    const filters = someFilters(random, known, isJustMarked || random.below(2) === 0)
    wrong.push(...(await compareAnswers({ asker, base, alerts: known, filters, random })))
    if ((turn + 1) % 100 === 0) report.step(`${turn + 1} of ${questions} filters, ${wrong.length} wrong answers`)
  }
  report.figure('alerts', known.length)
  report.check(`all ${2 * half} alerts are known`, known.length === 2 * half, `${known.length}`)
  for (const [name, about] of [
    ['rows and totals of the listing', 'listing'],
    ['totals, histogram and frequent values of the summary', 'summary|histogram'],
    ['groups and their counts', 'groups'],
  ] as const) {
    const found = wrong.filter((each) => new RegExp(`: (${about})\\b`).test(each))
    report.check(`${questions} filters: ${name}`, found.length === 0, found.slice(0, 3).join('; '))
  }
  asker.close()
}
