import type { EventDocument } from '@watchpost/model'
import type { StreamKey } from '@watchpost/store'
import { streamName } from './stream-places.ts'

/** Documents of one stream that follow each other in a batch. */
export interface Run {
  stream: StreamKey
  documents: EventDocument[]
}

/** A batch as runs: probes send many events at once, so that what is asked of a stream is asked once for many. */
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
 * Of an event that a batch holds twice, the first: written side by side either might win, and exports and the order of
 * arrival go by the first.
 */
export function firstOfEach(documents: readonly EventDocument[]): readonly EventDocument[] {
  if (isAscending(runsOf(documents))) return documents
  const seen = new Set<string>()
  return documents.filter(({ id }) => seen.size !== seen.add(id).size)
}

/** Whether the sequences of every stream grow: then no event is there twice. True of every batch without a resend. */
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
