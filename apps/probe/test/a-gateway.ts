import { createHash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import type { StreamState } from '../src/send/gateway.ts'
import type { Trouble } from '../src/send/trouble.ts'
import type { Batch } from '../src/spool/batch.ts'

/** The stream and first sequence of a batch. */
type Numbers = Pick<Batch, 'stream' | 'first'>

const lost: Trouble = { kind: 'lost', reason: 'as scripted' }

/** What the gateway does with a batch: accepts it, accepts it but loses the answer, or fails before or in between. */
export type Fate = 'taken' | 'answer-lost' | 'lost' | 'noted-only' | 'held' | 'torn'

/** An in-memory gateway that stores every line by stream and sequence, and detects changes of a stored line. */
export function aGateway(fateOf: () => Fate = () => 'taken') {
  const streams = new Map<string, { next: number; digest: string | null; lines: Map<number, string> }>()
  const known = new Set<string>()
  const conflicts: string[] = []
  const abandoned: Array<{ stream: string; first: number; last: number; reason: string }> = []

  function streamOf(name: string) {
    const stream = streams.get(name) ?? { next: 0, digest: null, lines: new Map<number, string>() }
    streams.set(name, stream)
    return stream
  }

  /** The high-water mark is stored before the lines, and only ever grows. */
  function note(batch: Numbers, lines: string[]): void {
    const stream = streamOf(batch.stream)
    if (batch.first + lines.length <= stream.next) return
    stream.next = batch.first + lines.length
    stream.digest = createHash('sha256')
      .update(lines.at(-1) ?? '')
      .digest('hex')
  }

  function store(batch: Numbers, lines: string[]): void {
    const stream = streamOf(batch.stream)
    for (const [index, line] of lines.entries()) {
      const before = stream.lines.get(batch.first + index)
      if (before !== undefined && before !== line) conflicts.push(`${batch.stream} ${batch.first + index}`)
      stream.lines.set(batch.first + index, line)
      known.add(line)
    }
  }

  return {
    streams,
    /** All lines that were ever stored. */
    known,
    conflicts,
    abandoned,
    /** All stored lines including duplicates, in the order of their sequences. */
    lines: () =>
      [...streams.values()].flatMap(({ lines }) => [...lines].sort(([a], [b]) => a - b).map(([, line]) => line)),
    async send(batch: Batch, body: Buffer): Promise<'acknowledged' | Trouble> {
      const lines = linesOf(body)
      const fate = fateOf()
      if (lines.length !== batch.count) conflicts.push(`${batch.count} lines promised, ${lines.length} sent`)
      if (fate === 'lost') return lost
      if (fate === 'held') return { kind: 'held', afterMs: 10, reason: 'as scripted' }
      if (fate === 'torn') return { kind: 'torn', reason: 'as scripted' }
      note(batch, lines)
      if (fate === 'noted-only') return lost
      store(batch, lines)
      return fate === 'taken' ? 'acknowledged' : lost
    },
    /** Stores lines directly; returns how many there were. */
    takeBody(stream: string, first: number, body: Buffer): number {
      const lines = linesOf(body)
      note({ stream, first }, lines)
      store({ stream, first }, lines)
      return lines.length
    },
    async stateOf(name: string): Promise<StreamState | Trouble> {
      if (fateOf() === 'lost') return lost
      const { next, digest } = streamOf(name)
      return { next, digest }
    },
    async abandon(stream: string, ranges: ReadonlyArray<{ first: number; last: number; reason: string }>) {
      abandoned.push(...ranges.map((range) => ({ stream, ...range })))
      return 'done' as const
    },
  }
}
export type AGateway = ReturnType<typeof aGateway>

function linesOf(body: Buffer): string[] {
  return zstdDecompressSync(body).toString().trimEnd().split('\n')
}
