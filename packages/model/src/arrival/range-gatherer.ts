import type { EventIdentity } from '../record/event-identity.ts'

/** Consecutive numbers of a stream, both ends included. */
type SequenceRange = [first: number, last: number]

type StreamName = Pick<EventIdentity, 'probeId' | 'stream'>

/** The ranges of one stream: by kind, in order and not adjacent. */
export type GatheredRanges<Kind extends string> = StreamName & Partial<Record<Kind, SequenceRange[]>>

/**
 * Collects sequence numbers into ranges, by stream and kind. Events mostly come in order, so most of them only extend
 * the last range.
 */
export function createRangeGatherer<Kind extends string>() {
  let streams = new Map<number, Map<string, GatheredRanges<Kind>>>()
  let lastKind: Kind | undefined
  let lastProbe: number | undefined
  let lastStream: string | undefined
  let lastRange: SequenceRange = [-1, -1]

  function gathered(probeId: number, stream: string): GatheredRanges<Kind> {
    let ofProbe = streams.get(probeId)
    if (!ofProbe) streams.set(probeId, (ofProbe = new Map()))
    let found = ofProbe.get(stream)
    if (!found) ofProbe.set(stream, (found = { probeId, stream } as GatheredRanges<Kind>))
    return found
  }

  return {
    add(kind: Kind, { probeId, stream }: StreamName, first: number, last = first): void {
      if (first === lastRange[1] + 1 && probeId === lastProbe && kind === lastKind && stream === lastStream) {
        lastRange[1] = last
        return
      }
      const ranges: Partial<Record<Kind, SequenceRange[]>> = gathered(probeId, stream)
      lastRange = [first, last]
      const known = ranges[kind]
      if (known) known.push(lastRange)
      else ranges[kind] = [lastRange]
      lastKind = kind
      lastProbe = probeId
      lastStream = stream
    },

    /** Everything collected since the last call, each stream once. */
    take(): GatheredRanges<Kind>[] {
      const taken = [...streams.values()].flatMap((each) => [...each.values()])
      streams = new Map()
      lastKind = undefined
      for (const each of taken) joinRanges(each)
      return taken
    },
  }
}

function joinRanges(gathered: GatheredRanges<string>): void {
  for (const ranges of Object.values(gathered)) {
    if (!Array.isArray(ranges) || ranges.length === 1) continue
    ranges.sort((one, other) => one[0] - other[0])
    let kept = 0
    for (const range of ranges) {
      const before = ranges[kept] as SequenceRange
      if (range[0] <= before[1] + 1) before[1] = Math.max(before[1], range[1])
      else ranges[++kept] = range
    }
    ranges.length = kept + 1
  }
}
