import { setTimeout as sleep } from 'node:timers/promises'
import { readMetricCatalogue } from '../../gen/metric-catalogue.ts'
import type { Stack } from '../../stack/stack.ts'
import type { Report } from '../harness/report.ts'
import { type PageValue, readPages } from './pages.ts'

/** Metrics that exist only under certain conditions: traces on, an export set, a disk with statistics, saturation. */
const sometimes =
  /^watchpost_(tracing_|metrics_export_streaming|gateway_log_free_bytes|indexer_capacity_events_per_second)/
/** Some appear after the leader's first check. */
const TOLD_WITHIN_MS = 30_000

/** Every exposed metric is in the catalogue, and every catalogued metric is exposed. */
export async function proveCatalogue(stack: Stack, report: Report): Promise<void> {
  const catalogue = readMetricCatalogue()
  const until = Date.now() + TOLD_WITHIN_MS
  let { unknown, missing } = compare(catalogue, await readPages(stack))
  while (missing.length > 0 && Date.now() < until) {
    await sleep(1_000)
    ;({ unknown, missing } = compare(catalogue, await readPages(stack)))
  }
  report.figure('metrics_in_catalogue', catalogue.length)
  report.check('every metric that a process tells is in the catalogue', unknown.length === 0, unknown.join(', '))
  report.check('every metric of the catalogue is told by its services', missing.length === 0, missing.join(', '))
}

function compare(catalogue: ReturnType<typeof readMetricCatalogue>, pages: ReadonlyMap<string, PageValue[]>) {
  const unknown: string[] = []
  const missing: string[] = []
  for (const [process, values] of pages) {
    const service = process.replace(/-\d+$/, '')
    const own = new Map(catalogue.filter(({ services }) => services.includes(service)).map((each) => [each.name, each]))
    const told = new Set(values.map(({ name }) => name))
    for (const name of told) {
      const whole = own.get(name) ?? own.get(name.replace(/_(bucket|sum|count)$/, ''))
      if (!whole) unknown.push(`${process}: ${name}`)
    }
    for (const { name, kind, labels } of own.values()) {
      const isExpected = labels.length === 0 && kind !== 'histogram' && !sometimes.test(name)
      if (isExpected && !told.has(name)) missing.push(`${process}: ${name}`)
    }
  }
  return { unknown, missing }
}
