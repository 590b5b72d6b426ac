import type { WriteResult } from '@watchpost/engine'
import { type DeadLetter, type EventDocument, mend } from '@watchpost/model'
import type { Group } from './place.ts'

/** Outcome of events. Duplicates within a batch appear once. */
export interface Put {
  /** Stored, now or before. */
  stored: EventDocument[]
  /** Events of a removed generation. */
  expired: EventDocument[]
  /** Events stored now whose time was set to their arrival. */
  corrected: EventDocument[]
  /** Events that the engine refuses permanently. */
  refused: DeadLetter[]
  /** Entries of the stored alerts, by the generation that holds the event. To be stored next. */
  entries: Group[]
}

/** Outcome of all given documents, once none is left to write. */
export interface Outcome extends Put {
  created: number
  mended: number
  /** Entries created. */
  listed: number
  /** Entries that the engine refuses permanently. Their events are stored. */
  refusedEntries: DeadLetter[]
}

/** Documents that remain after a write. */
export interface Left<T> {
  /** The index is closed for writes, or deleted. */
  closed: T[]
  /** To be written again, in a form that the engine may accept. */
  mended: T[]
}

export function emptyOutcome(): Outcome {
  return {
    stored: [],
    expired: [],
    corrected: [],
    refused: [],
    entries: [],
    created: 0,
    mended: 0,
    listed: 0,
    refusedEntries: [],
  }
}

/** Records events as stored in a generation, and the entries that have to follow them there. */
export function noteStored({ generation, documents }: Group, outcome: Outcome): void {
  const entries: EventDocument[] = []
  for (const document of documents) {
    outcome.stored.push(document)
    // Also for repeats: a crash may have come between an event and its entry.
    if (document.entry) entries.push(document.entry)
  }
  if (entries.length > 0) outcome.entries.push({ generation, documents: entries })
}

/** Processes the results of writing events, which are in the order of the groups. */
export function sortOutEvents(
  groups: readonly Group[],
  results: readonly WriteResult[],
  outcome: Outcome,
): Left<EventDocument> {
  const left: Left<EventDocument> = { closed: [], mended: [] }
  let turn = 0
  for (const { generation, documents } of groups) {
    const stored: EventDocument[] = []
    for (const document of documents) {
      const result = results[turn++] as WriteResult
      if (result.kind === 'closed') left.closed.push(document)
      else if (result.kind === 'refused') sortOutRefused(document, result.detail, left.mended, outcome.refused)
      else {
        stored.push(document)
        if (result.kind === 'created') noteCreated(document, outcome)
      }
    }
    noteStored({ generation, documents: stored }, outcome)
  }
  outcome.mended += left.mended.length
  return left
}

/** Processes the results of writing entries. Remaining entries keep their generation. */
export function sortOutEntries(
  groups: readonly Group[],
  results: readonly WriteResult[],
  outcome: Outcome,
): Left<Group> {
  const left: Left<Group> = { closed: [], mended: [] }
  let turn = 0
  for (const { generation, documents } of groups) {
    const closed: EventDocument[] = []
    const mended: EventDocument[] = []
    for (const document of documents) {
      const result = results[turn++] as WriteResult
      if (result.kind === 'closed') closed.push(document)
      else if (result.kind === 'refused') sortOutRefused(document, result.detail, mended, outcome.refusedEntries)
      else if (result.kind === 'created') outcome.listed++
    }
    if (closed.length > 0) left.closed.push({ generation, documents: closed })
    if (mended.length > 0) left.mended.push({ generation, documents: mended })
  }
  return left
}

function noteCreated(document: EventDocument, outcome: Outcome): void {
  outcome.created++
  if (document.correction) outcome.corrected.push(document)
}

function sortOutRefused(document: EventDocument, detail: string, mended: EventDocument[], refused: DeadLetter[]): void {
  const json = mend(document.json)
  if (json) mended.push({ ...document, json })
  else refused.push({ record: document.record, reason: 'refused-by-engine', detail })
}
