import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient, Hit } from './api-client.ts'
import { linesOf } from './lines-of.ts'
import type { Report } from './report.ts'

/** Fields that the appliance adds to an event; the rest of a document is the event as sent. */
const ENVELOPE = ['@timestamp', 'timestamp_received', 'ingest', 'uuid', 'type', 'probe', 'alert_view'] as const
/** Set by the detector in a verdict, and by the appliance in a network record. */
const SOMETIMES_OURS = ['timestamp_detected', 'timestamp_analyzed', 'severity'] as const
export const ALL_INDEXES = 'network_events,malware,code_analysis'
const PAGE = 2_500

interface Row {
  index: string
  time: string
  digest: string
}

export interface Verdict {
  sent: number
  found: number
  /** Acknowledged but not found. */
  missing: number
  /** Found more than once. */
  repeated: number
  /** Found but never acknowledged. */
  alien: number
  /** Found, but not as sent. */
  altered: number
  /** A few ids of each problem. */
  examples: string[]
  /** All of them, so that they can be searched for again. */
  missingIds: string[]
}

/**
 * Compares the events that were acknowledged to the simulator with those the API returns: every event must be there,
 * unchanged, once, and nothing else. It shares no code with the appliance.
 */
export async function judge(api: ApiClient, oraclePaths: readonly string[]): Promise<Verdict> {
  const rows = await readOracles(oraclePaths)
  const wrong = { missing: 0, repeated: 0, alien: 0, altered: 0, examples: [], missingIds: [] }
  const verdict: Verdict = { sent: rows.size, found: 0, ...wrong }
  const note = (what: 'missing' | 'repeated' | 'alien' | 'altered', id: string) => {
    verdict[what]++
    if (verdict.examples.length < 10) verdict.examples.push(`${what} ${id}`)
  }

  const seen = new Set<string>()
  for (const stream of streamsOf(rows.keys())) {
    for await (const hit of documentsOf(api, stream)) {
      verdict.found++
      const row = rows.get(hit._id)
      if (seen.has(hit._id)) note('repeated', hit._id)
      else if (!row) note('alien', hit._id)
      else if (!isAsSent(hit, row)) note('altered', hit._id)
      seen.add(hit._id)
    }
  }
  for (const id of rows.keys()) {
    if (seen.has(id)) continue
    note('missing', id)
    verdict.missingIds.push(id)
  }
  return verdict
}

async function readOracles(paths: readonly string[]): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  for (const path of paths) {
    for await (const line of linesOf(path)) {
      const { id, index, time, digest } = JSON.parse(line) as Row & { id: string }
      rows.set(id, { index, time, digest })
    }
  }
  return rows
}

function streamsOf(ids: Iterable<string>): Set<string> {
  const streams = new Set<string>()
  for (const id of ids) streams.add(id.split('-')[1] as string)
  return streams
}

/** The subset of these events that the API finds now. */
export async function findAmong(api: ApiClient, ids: readonly string[]): Promise<Set<string>> {
  const wanted = new Set(ids)
  const foundIds = new Set<string>()
  for (const stream of streamsOf(ids)) {
    for await (const { _id: id } of documentsOf(api, stream)) if (wanted.has(id)) foundIds.add(id)
  }
  return foundIds
}

/** Pages by ranges of the sequence: each page is cheap, and a duplicate of a document shows up in the same page. */
export async function* documentsOf(api: ApiClient, stream: string): AsyncGenerator<Hit> {
  const ofStream = { term: { 'ingest.stream': stream } }
  const newest = await api.search(ALL_INDEXES, {
    size: 1,
    query: ofStream,
    sort: [{ 'ingest.sequence': 'desc' }],
    _source: ['ingest'],
  })
  const last = (newest.hits.hits[0]?._source.ingest as { sequence: number } | undefined)?.sequence ?? -1
  for (let from = 0; from <= last; from += PAGE) {
    const within = { range: { 'ingest.sequence': { gte: from, lt: from + PAGE } } }
    const { hits } = await api.search(ALL_INDEXES, { size: 2 * PAGE, query: { bool: { filter: [ofStream, within] } } })
    if (hits.hits.length === 2 * PAGE) throw new Error(`more than one document in two is a repeat in stream ${stream}`)
    yield* hits.hits
  }
}

function isAsSent({ _index, _id, _source }: Hit, row: Row): boolean {
  const { uuid, '@timestamp': time } = _source
  return (
    _index.startsWith(`${row.index}-`) &&
    uuid === _id &&
    time === row.time &&
    digestOf(_source, row.index) === row.digest
  )
}

/** The digest of the line as sent, computed from the document without the fields that we add. */
export function digestOf(source: Record<string, unknown>, index: string): string {
  const ours: readonly string[] = index === 'network_events' ? [...ENVELOPE, ...SOMETIMES_OURS] : ENVELOPE
  const sent = Object.fromEntries(Object.entries(source).filter(([name]) => !ours.includes(name)))
  return hash('sha256', JSON.stringify(sent), 'hex').slice(0, 16)
}

/** Reports whether exactly these events were found, unchanged and once. */
export function checkVerdict(report: Report, name: string, events: number, verdict: Verdict): void {
  const { sent, found, missing, repeated, alien, altered, examples } = verdict
  const isRight = sent === events && found === events && missing + repeated + alien + altered === 0
  const detail = `${found} of ${events} found, ${missing} missing, ${repeated} repeated, ${alien} alien, ${altered} altered`
  report.check(name, isRight, [detail, ...examples].join(' '))
}

/** Waits until this many events are searchable or the time is over; returns the seconds it took. */
export async function settle(api: ApiClient, events: number, withinMs = 180_000): Promise<number> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < withinMs) {
    const count = await api.count(ALL_INDEXES).catch(() => 0)
    if (count >= events) break
    await sleep(250)
  }
  return (Date.now() - startedAt) / 1_000
}
