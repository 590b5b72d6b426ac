import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import type { Netdata } from './receivers/netdata.ts'
import { readPages, sumOf } from './pages.ts'

/** The exporter samples every two seconds. A value may be that old, and the parent's grid adds up to half of it. */
const STEP_SECONDS = 2
const SLACK_SECONDS = 2 * STEP_SECONDS

/** Garbage that is made and collected between two readings, as a share of the memory. Another service has another size. */
const UNSEEN_SHARE = 0.05

const rates = [
  ['received', 'watchpost_gateway_records_in_total'],
  ['stored', 'watchpost_gateway_records_out_total'],
  ['indexed', 'watchpost_indexer_records_out_total'],
] as const

/** While events arrive, the parent shows the same values as the services' metrics pages, within one sampling step. */
export async function proveSameValues(
  { stack }: ProofStack,
  parent: Netdata,
  report: Report,
  seconds: number,
): Promise<void> {
  const from = { at: Date.now() / 1_000, pages: await readPages(stack) }
  const memory: { at: number; bytes: number }[] = []
  while (Date.now() / 1_000 - from.at < seconds) {
    const [page] = [(await readPages(stack)).get('gateway') ?? []]
    const bytes = page.find(({ name }) => name === 'watchpost_process_resident_bytes')?.value ?? 0
    memory.push({ at: Date.now() / 1_000, bytes })
    await sleep(500)
  }
  const to = { at: Date.now() / 1_000, pages: await readPages(stack) }
  // The parent has a value one step after it was sampled.
  await sleep(3 * STEP_SECONDS * 1_000)

  const events = await parent.data(hostname(), 'watchpost.events', Math.ceil(seconds) + 30)
  for (const [dimension, metric] of rates) {
    const column = events.labels.indexOf(dimension)
    const rows = events.rows.filter(([at = 0]) => at > from.at && at <= to.at)
    const shown = rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) * (seconds / Math.max(1, rows.length))
    const counted = sumOf(to.pages, metric) - sumOf(from.pages, metric)
    const peak = Math.max(...rows.map((row) => row[column] ?? 0), counted / seconds)
    report.figure(`${dimension}_at_parent_over_counted`, counted > 0 ? shown / counted : 0)
    report.check(
      `events ${dimension}: the parent shows what the services counted`,
      counted > 0 && Math.abs(shown - counted) <= peak * SLACK_SECONDS,
      `${Math.round(shown)} shown, ${counted} counted in ${Math.round(seconds)} s`,
    )
  }

  const shown = await parent.data(hostname(), 'watchpost.memory', Math.ceil(seconds) + 30)
  const column = shown.labels.indexOf('gateway')
  const told = memory.map(({ at, bytes }) => ({ at, mebibytes: bytes / 1024 ** 2 }))
  // Between two readings, memory may change as much as it did between any two consecutive readings.
  const jump = Math.max(...told.slice(1).map((each, index) => Math.abs(each.mebibytes - (told[index]?.mebibytes ?? 0))))
  const wrong = shown.rows.flatMap((row) => {
    const [at = 0] = row
    const near = told.filter((each) => Math.abs(each.at - at) <= SLACK_SECONDS).map(({ mebibytes }) => mebibytes)
    const value = row[column]
    if (near.length < 4 || value === null || value === undefined) return []
    const slack = jump + value * UNSEEN_SHARE
    const [least, most] = [Math.min(...near) - slack, Math.max(...near) + slack]
    return value < least || value > most ? [`${value} is not in ${least.toFixed(1)} to ${most.toFixed(1)} MiB`] : []
  })
  report.check(
    'memory of the gateway: the parent shows what the process told around then',
    memory.length > 10 && wrong.length === 0,
    `${shown.rows.length} values, ${wrong.length} beyond what was told${wrong.length > 0 ? `: ${wrong.join(', ')}` : ''}`,
  )
}
