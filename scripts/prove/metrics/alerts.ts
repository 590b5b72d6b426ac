import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@watchpost/servers'
import { alertName, alertRules } from '../../gen/alerts/alert-rules.ts'
import type { Load } from '../harness/load.ts'
import type { Report } from '../harness/report.ts'
import type { Failure } from './failures.ts'
import type { Prometheus } from './receivers/prometheus.ts'

const FIRES_WITHIN_MS = 180_000
/** An export counts as behind after five minutes; a proof cannot shorten that. */
const LATE_WITHIN_MS = 480_000
const QUIET_WITHIN_MS = 240_000

/** Each failure is caused and fixed on the running stack: its alerts fire in a real Prometheus and then stop. */
export async function proveAlerts(
  prometheus: Prometheus,
  load: Load,
  report: Report,
  made: readonly Failure[],
  seed: number,
): Promise<void> {
  const rules = await prometheus.rules()
  report.check('Prometheus has loaded every rule', rules.length === alertRules.length, `${rules.length} rules`)
  const isUp = async () => {
    const targets = await prometheus.targets().catch(() => [])
    return targets.length >= 6 && targets.every(({ health }) => health === 'up')
  }
  report.check('it scrapes every process', await waitUntil(isUp, { withinMs: 60_000, everyMs: 1_000 }))
  const firing = async () =>
    new Set((await prometheus.alerts()).filter(({ state }) => state === 'firing').map(({ name }) => name))
  await sleep(20_000)
  const early = await firing()
  report.check('while all is well nothing fires', early.size === 0, [...early].join(', '))

  const proven = new Set<string>()
  for (const [turn, { name, alerts, isUnderLoad, make, mend }] of made.entries()) {
    report.step(`failure: ${name}`)
    const ended = new AbortController()
    const sending = isUnderLoad
      ? load.sendWhile(
          new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve())),
          seed + turn * 1_000,
          2_000,
          0,
        )
      : Promise.resolve()
    sending.catch(() => undefined)
    const withinMs = alerts.includes('WatchpostExportBehind') ? LATE_WITHIN_MS : FIRES_WITHIN_MS
    await make()
    const from = Date.now()
    const missing = new Set(alerts)
    await waitUntil(
      async () => {
        for (const each of await firing().catch(() => new Set<string>())) missing.delete(each)
        return missing.size === 0
      },
      { withinMs, everyMs: 1_000 },
    )
    const seconds = Math.round((Date.now() - from) / 1_000)
    for (const each of alerts) if (!missing.has(each)) proven.add(each)
    report.check(
      `${name}: ${alerts.join(', ')} fire`,
      missing.size === 0,
      missing.size === 0 ? `${seconds} s` : `not ${[...missing].join(', ')}`,
    )
    await mend()
    ended.abort()
    await sending
    // Wait only for its own alerts: the events sent may also raise the alert that the small disk fills within a week.
    let left = new Set(alerts)
    const isQuiet = await waitUntil(
      async () => {
        left = (await firing().catch(() => left)).intersection(new Set(alerts))
        return left.size === 0
      },
      { withinMs: QUIET_WITHIN_MS, everyMs: 1_000 },
    )
    report.check(`${name}: quiet after it is fixed`, isQuiet, [...left].join(', '))
  }
  report.figure('alerts_seen_firing', proven.size)
  report.figure('alerts_by_promtool_only', alertRules.filter((rule) => !proven.has(alertName(rule))).length)
}
