import { cpuSeconds } from '../harness/processor-time.ts'
import { quantile } from '../harness/quantile.ts'
import type { Report } from '../harness/report.ts'
import { type Caller, searchPatiently } from './site/api-callers.ts'
import { clearCaches, idleShare, parallelism, LEAST_MS } from './engine/engine-cost.ts'
import type { LargeSite } from './site/large-site.ts'

const WITHIN_MS = 2_000
const MOST_FACTOR = 5
/** On few documents the times are below the clock's resolution: only gross errors show. */
const SMALL_FACTOR = 100
const RUNS = 3
const IDLE_MS = 3_000
const SMALL_IDLE_MS = 500

/** Filters on rarely filtered fields, which the mapping stores as doc values only. */
const FILTERS: Record<string, object> = {
  'http.http_method': { term: { 'http.http_method': 'POST' } },
  'dns.rrtype': { terms: { 'dns.rrtype': ['AAAA', 'TXT'] } },
  'flow.bytes_toclient': { range: { 'flow.bytes_toclient': { gte: 100_000 } } },
  'flow.pkts_toserver': { term: { 'flow.pkts_toserver': 7 } },
  'flow.alerted': { term: { 'flow.alerted': true } },
  'flow.start': { range: { 'flow.start': { gte: 'now-7d' } } },
}

/**
 * A filter on a field without an inverted index reads the doc values of every document. It still finishes in time, and
 * its estimate predicts its cost.
 */
export async function checkColumns(report: Report, site: LargeSite, isSmall: boolean): Promise<void> {
  const { dataset, callers } = site
  const [caller] = callers
  if (!caller) throw new Error('no callers')
  const columns = await columnsOnly(dataset.url)
  report.figure('columns_only_fields', columns.size)
  const idle = await idleShare(dataset.pid(), isSmall ? SMALL_IDLE_MS : IDLE_MS)
  const slow: string[] = []
  const off: string[] = []
  const factor = isSmall ? SMALL_FACTOR : MOST_FACTOR
  for (const [field, filter] of Object.entries(FILTERS)) {
    const text = JSON.stringify({ size: 0, track_total_hits: true, query: { bool: { filter: [filter] } } })
    const expectedMs = Math.max(
      LEAST_MS,
      ((await caller.costOf('network_events', text))?.expectedMs ?? 0) * parallelism(),
    )
    const { ms, measuredMs } = await measure(caller, { text, url: dataset.url, pid: dataset.pid(), idle })
    const detail = `${field}: ${ms.toFixed(0)} ms, expected ${expectedMs.toFixed(0)} for ${measuredMs.toFixed(0)} ms of a processor`
    report.figure(`columns_${field}`, detail)
    if (ms > WITHIN_MS) slow.push(detail)
    const ratio = expectedMs / measuredMs
    if (ratio > factor || ratio < 1 / factor) off.push(detail)
  }
  const others = Object.keys(FILTERS).filter((field) => !columns.has(field))
  if (!isSmall) report.check('the filtered fields are columns only', others.length === 0, others.join(' '))
  report.check(`a filter on a column ends within ${WITHIN_MS / 1_000} s`, slow.length === 0, slow.join(' | '))
  report.check(`its expected cost is within a factor of ${factor} of its cost`, off.length === 0, off.join(' | '))
}

/** Medians of several uncached runs: of the response time and of the engine's CPU time. */
async function measure(
  caller: Caller,
  { text, url, pid, idle }: { text: string; url: string; pid: number; idle: number },
): Promise<{ ms: number; measuredMs: number }> {
  const runs: { ms: number; spent: number }[] = []
  // The first run reads from disk what the others find in memory.
  for (let run = 0; run <= RUNS; run++) {
    await clearCaches(url)
    const before = cpuSeconds(pid)
    const { status, text: answer, ms } = await searchPatiently(caller, 'network_events', text)
    if (status !== 200) throw new Error(`${status} ${answer.slice(0, 300)} for ${text}`)
    if (run > 0) runs.push({ ms, spent: (cpuSeconds(pid) - before) * 1_000 - ms * idle })
  }
  const medianOf = (values: number[]) => quantile(values, 0.5)
  return {
    ms: medianOf(runs.map(({ ms }) => ms)),
    measuredMs: Math.max(LEAST_MS, medianOf(runs.map(({ spent }) => spent))),
  }
}

interface Mapped {
  properties?: Record<string, Mapped>
  index?: boolean
  doc_values?: boolean
}

/** Fields with doc values but no index, according to the engine's mapping. */
async function columnsOnly(url: string): Promise<Set<string>> {
  const answer = await fetch(`${url}/network_events-*/_mapping`)
  const [first] = Object.values((await answer.json()) as Record<string, { mappings: Mapped }>)
  const found = new Set<string>()
  const walk = ({ properties = {} }: Mapped, parents: readonly string[]) => {
    for (const [name, mapped] of Object.entries(properties)) {
      const path = [...parents, name]
      if (mapped.index === false && mapped.doc_values !== false) found.add(path.join('.'))
      walk(mapped, path)
    }
  }
  if (first) walk(first.mappings, [])
  return found
}
