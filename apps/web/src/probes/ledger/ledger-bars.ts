import type { ProbeLedger } from '@watchpost/contract'

type Stream = ProbeLedger['streams'][number]

/** A segment of a bar, in thousandths of its length. */
export interface Piece {
  kind: 'received' | 'indexed' | 'exported' | 'dead' | 'open' | 'abandoned' | 'expired'
  start: number
  width: number
}

export interface Bar {
  id: 'received' | 'indexed' | `export ${number}`
  pieces: readonly Piece[]
  /** The count of sequence numbers it covers. */
  count: number
  total: number
  /** For an export: the number of records it is behind. */
  behind?: number
}

export const barLength = 1_000
/** The minimum width of a gap, so that it stays visible in a long stream. */
const leastWidth = 4

/** The bars of a stream: what arrived with its gaps, what was stored, and the progress of each export. */
export function barsOf(stream: Stream, exports: ProbeLedger['exports']): Bar[] {
  const total = stream.next_sequence
  const place = (kind: Piece['kind'], first: number, last: number): Piece => {
    const width = Math.max(((last - first + 1) / total) * barLength, kind === 'open' ? leastWidth : 1)
    const start = Math.min((first / total) * barLength, barLength - width)
    return { kind, start, width }
  }
  const pieces = (kind: Piece['kind'], ranges: readonly (readonly number[])[]) =>
    ranges.map(([first = 0, last = 0]) => place(kind, first, last))
  const gaps = stream.gaps.map(({ first, last, state }) => place(state, first, last))
  return [
    {
      id: 'received',
      pieces: [...pieces('received', stream.received), ...gaps.filter(({ kind }) => kind !== 'expired')],
      count: countIn(stream.received),
      total,
    },
    {
      id: 'indexed',
      pieces: [
        ...pieces('indexed', stream.indexed),
        ...pieces('dead', stream.dead_lettered),
        ...gaps.filter(({ kind }) => kind === 'expired'),
      ],
      count: countIn(stream.indexed),
      total,
    },
    ...exports.flatMap(({ id, behind }): Bar[] => {
      if (behind === null) return []
      const count = Math.max(0, countIn(stream.received) - behind)
      return [{ id: `export ${id}`, pieces: count > 0 ? [place('exported', 0, count - 1)] : [], count, total, behind }]
    }),
  ]
}

function countIn(ranges: readonly (readonly number[])[]): number {
  return ranges.reduce((sum, [first = 0, last = -1]) => sum + last - first + 1, 0)
}
