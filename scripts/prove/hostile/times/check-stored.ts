import { waitUntil } from '@watchpost/servers'
import type { ApiClient } from '../../harness/api-client.ts'
import { ALL_INDEXES } from '../../harness/judge.ts'
import type { Report } from '../../harness/report.ts'
import type { SentEvent } from './time-sender.ts'

/** The part of a stored document that this proof uses. */
export interface StoredTimes {
  '@timestamp'?: string
  timestamp_detected?: string
  timestamp_received?: string
  timestamp_claimed?: string
  clock_fault?: string
}
export type StoredEvents = ReadonlyMap<string, StoredTimes>

const FOUND_WITHIN_MS = 180_000

/** The stored documents of a stream, by id, once there are this many. */
export async function storedOf(api: ApiClient, stream: string, events: number): Promise<StoredEvents> {
  const query = { term: { 'ingest.stream': stream } }
  // Right after its start the engine may not answer yet.
  const isThere = () =>
    api.count(ALL_INDEXES, { query }).then(
      (count) => count >= events,
      () => false,
    )
  await waitUntil(isThere, { withinMs: FOUND_WITHIN_MS, everyMs: 500 })
  const { hits } = await api.search(ALL_INDEXES, { size: 1_000, query })
  return new Map(hits.hits.map(({ _id, _source }) => [_id, _source as StoredTimes]))
}

/** Each event is stored with its arrival time or its own time, as expected, and is marked accordingly. */
export function checkStored(report: Report, sent: readonly SentEvent[], stored: StoredEvents): void {
  for (const event of sent) {
    const document = stored.get(event.id)
    const wrong = document ? faultsOf(event, document) : ['not stored']
    const what = event.fault === undefined ? 'keeps its time' : 'is stored at its arrival and keeps the claimed time'
    report.check(`${event.name}: ${what}`, wrong.length === 0, wrong.join('; ') || String(document?.['@timestamp']))
  }
}

function faultsOf(event: SentEvent, document: StoredTimes): string[] {
  const { '@timestamp': at, timestamp_detected: detected, timestamp_received: received } = document
  const wrong: string[] = []
  const arrived = Date.parse(String(received))
  if (!(arrived >= event.from && arrived <= event.to)) wrong.push(`it arrived at ${received}`)
  if (detected !== at) wrong.push(`timestamp_detected is ${detected}`)
  if (event.fault === undefined) {
    if (Date.parse(String(at)) !== Date.parse(event.claimed)) wrong.push(`@timestamp is ${at}`)
    if ('timestamp_claimed' in document || 'clock_fault' in document) wrong.push('it is flagged')
    return wrong
  }
  if (at !== received) wrong.push(`@timestamp is ${at}`)
  if (document.timestamp_claimed !== event.claimed) wrong.push(`timestamp_claimed is ${document.timestamp_claimed}`)
  if (document.clock_fault !== event.fault) wrong.push(`clock_fault is ${document.clock_fault}`)
  return wrong
}

/** Searches by a range around the arrival, by the claimed text and by the flag find the expected events. */
export async function checkSearches(
  report: Report,
  api: ApiClient,
  stream: string,
  hostile: readonly SentEvent[],
): Promise<void> {
  const ofStream = { term: { 'ingest.stream': stream } }
  const idsOf = async (clause: object) => {
    const { hits } = await api.search(ALL_INDEXES, { size: 100, query: { bool: { filter: [ofStream, clause] } } })
    return hits.hits.map(({ _id }) => _id)
  }
  const [first] = hostile
  const within = { gte: new Date(first?.from ?? 0).toISOString(), lte: new Date(first?.to ?? 0).toISOString() }
  const byRange = await idsOf({ range: { '@timestamp': within } })
  const isAllInRange = hostile.every(({ id }) => byRange.includes(id))
  report.check('a search for the time of arrival finds all of them', isAllInRange, `${byRange.length} found`)
  const byFlag = await idsOf({ exists: { field: 'clock_fault' } })
  const wanted = hostile.map(({ id }) => id).toSorted()
  report.check('the flag finds them and nothing else', byFlag.toSorted().join() === wanted.join(), `${byFlag.length}`)
  const missed: string[] = []
  for (const { claimed, id, name } of hostile) {
    const byClaim = await idsOf({ term: { timestamp_claimed: claimed } })
    if (byClaim.join() !== id) missed.push(name)
  }
  report.check('each is found by the time that it claimed', missed.length === 0, missed.join(', '))
}
