import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { OracleRow } from './oracle-row.ts'
import { createSequenceRanges } from './sequence-ranges.ts'

const BUFFER_BYTES = 1024 ** 2
const IDENTITY = /^\{"id":"(\d+)-[0-9a-f]{32}-(\d{12})"/

/** Reads an oracle row by row. */
export async function* readOracle(path: string): AsyncGenerator<OracleRow> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    yield JSON.parse(line) as OracleRow
  }
}

/**
 * Opens the oracle for writing. It only grows: events that an earlier run of the seed had acknowledged stay, and an
 * event that is acknowledged again is not written again. So it is correct after any crash, including ours.
 */
export async function openOracle(path: string) {
  await mkdir(dirname(path), { recursive: true })
  await cutTornLine(path)
  const known = await readKnown(path)
  const stream = createWriteStream(path, { flags: 'a', highWaterMark: BUFFER_BYTES })
  // Without a listener, an error would end the process during a run; it is thrown at the next write instead.
  let failure: Error | undefined
  stream.on('error', (error) => {
    failure = error
  })
  await once(stream, 'open')
  // All probes wait for the same drain.
  let draining: Promise<void> | undefined
  async function drain(): Promise<void> {
    await once(stream, 'drain')
    draining = undefined
  }

  return {
    /** Events acknowledged in earlier runs. */
    before: [...known.values()].reduce((sum, ranges) => sum + ranges.count(), 0),
    /** Writes the rows of an acknowledged batch; `rows[0]` belongs to sequence `first`. */
    async write(probe: number, first: number, rows: readonly string[]): Promise<void> {
      if (failure) throw new Error(`the oracle ${path} cannot be written`, { cause: failure })
      const fresh = rangesOf(known, probe).add(first, first + rows.length)
      const text = fresh.map((range) => rows.slice(range.first - first, range.end - first).join('')).join('')
      if (text && !stream.write(text)) await (draining ??= drain())
    },
    async close(): Promise<void> {
      stream.end()
      await once(stream, 'close')
      if (failure) throw new Error(`the oracle ${path} cannot be written`, { cause: failure })
    },
  }
}
export type Oracle = Awaited<ReturnType<typeof openOracle>>

type Known = Map<number, ReturnType<typeof createSequenceRanges>>

function rangesOf(known: Known, probe: number) {
  const found = known.get(probe) ?? createSequenceRanges()
  known.set(probe, found)
  return found
}

async function readKnown(path: string): Promise<Known> {
  const known: Known = new Map()
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const [, probe, sequence] = IDENTITY.exec(line) ?? []
    if (probe && sequence) rangesOf(known, Number(probe)).add(Number(sequence), Number(sequence) + 1)
  }
  return known
}

/** A killed run may have left half a line. Also creates the file if it does not exist. */
async function cutTornLine(path: string): Promise<void> {
  await using file = await open(path, 'a+')
  const { size } = await file.stat()
  let end = size
  const chunk = Buffer.alloc(64 * 1024)
  while (end > 0) {
    const from = Math.max(0, end - chunk.length)
    const { bytesRead } = await file.read(chunk, 0, end - from, from)
    const at = chunk.lastIndexOf(0x0a, bytesRead - 1)
    if (at !== -1) {
      end = from + at + 1
      break
    }
    end = from
  }
  if (end < size) await file.truncate(end)
}
