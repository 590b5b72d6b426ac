import type { EventDocument } from '@watchpost/model'
import type { StreamKey } from '@watchpost/store'
import { streamName } from './stream-places.ts'

/** Consecutive documents of one stream in a batch. */
export interface Run {
  stream: StreamKey
  documents: EventDocument[]
}

/** Splits a batch into runs. Probes send many events at once, so a stream is looked up once for many events. */
export function runsOf(documents: readonly EventDocument[]): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  for (const document of documents) {
    const { identity } = document
    if (run?.stream.stream !== identity.stream || run.stream.probeId !== identity.probeId) {
      run = { stream: identity, documents: [] }
      runs.push(run)
    }
    run.documents.push(document)
  }
  return runs
}

export function distinctStreams(runs: readonly Run[]): StreamKey[] {
  return [...new Map(runs.map(({ stream }) => [streamName(stream), stream])).values()]
}

/**
 * Keeps the first of equal events in a batch. In one bulk request either might win, but exports and the arrival order
 * go by the first.
 */
export function firstOfEach(documents: readonly EventDocument[]): readonly EventDocument[] {
  if (isAscending(runsOf(documents))) return documents
  const seen = new Set<string>()
  return documents.filter(({ id }) => seen.size !== seen.add(id).size)
}

/**
 * Whether the sequences of every stream grow, so that there are no duplicates. True for every batch without a resend.
 */
function isAscending(runs: readonly Run[]): boolean {
  const highest = new Map<string, number>()
  for (const { stream, documents } of runs) {
    const name = streamName(stream)
    let last = highest.get(name) ?? -1
    for (const { identity } of documents) {
      if (identity.sequence <= last) return false
      last = identity.sequence
    }
    highest.set(name, last)
  }
  return true
}
