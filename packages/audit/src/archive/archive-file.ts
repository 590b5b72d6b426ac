import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { ChainEnd, ChainRow, Collected } from '../chain.ts'
import { syncFolder } from '../durably.ts'
import type { ChainReader } from '../walk-chain.ts'

const PAGE = 500
/** Entries held in memory while an archive is read. */
const HELD = 20_000
const ROW_HEAD = '{"hash":"","row":'.length + 64
const ENTRY_HEAD = '{"entry":'.length

/** Writes the rows between two positions of the chain, each followed by its entries, and syncs the file to disk. */
export async function writeArchiveFile(path: string, source: ChainReader, from: ChainEnd, toId: number): Promise<void> {
  const draft = `${path}.new`
  await mkdir(dirname(path), { recursive: true, mode: 0o750 })
  const lines = Readable.from(linesOf(source, from.lastId, toId))
  await pipeline(lines, createZstdCompress(), createWriteStream(draft, { mode: 0o640, flush: true }))
  await rename(draft, path)
  await syncFolder(dirname(path))
}

async function* linesOf(source: ChainReader, afterId: number, toId: number): AsyncGenerator<string> {
  let last = afterId
  while (last < toId) {
    const rows = await source.rows(last, Math.min(PAGE, toId - last))
    if (rows.length === 0) throw new Error(`the audit ends before row ${toId}`)
    for (const { id, line, hash, collected } of rows) {
      yield `{"hash":"${hash.toString('hex')}","row":${line}}\n`
      const entries = collected ? await source.lines([collected.batch]) : []
      yield entries.map((entry) => `{"entry":${entry.line}}\n`).join('')
      last = id
    }
  }
}

/** SHA-256 over all bytes of a file, hexadecimal. */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

type Item = { row: ChainRow } | { entry: { batch: number; position: number; line: string } }

/** An archive as a chain that can be walked once, from its beginning. */
export function readArchiveFile(path: string): ChainReader {
  const items = itemsIn(path)
  const held = new Map<number, { batch: number; position: number; line: string }[]>()
  let next: IteratorResult<Item> | undefined

  return {
    async rows(_afterId, limit) {
      const rows: ChainRow[] = []
      let entries = 0
      for (;;) {
        next ??= await items.next()
        if (next.done) return rows
        if ('row' in next.value) {
          if (rows.length >= limit || entries >= HELD) return rows
          rows.push(next.value.row)
        } else {
          const { entry } = next.value
          held.set(entry.batch, [...(held.get(entry.batch) ?? []), entry])
          entries += 1
        }
        next = undefined
      }
    },
    async lines(batches) {
      const found = batches.flatMap((batch) => held.get(batch) ?? [])
      for (const batch of batches) held.delete(batch)
      return found
    },
  }
}

async function* itemsIn(path: string): AsyncGenerator<Item> {
  const input = createReadStream(path).pipe(createZstdDecompress())
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    // The line was hashed as it is written, so it must not be serialised again.
    if (text.startsWith('{"entry":')) {
      const line = text.slice(ENTRY_HEAD, -1)
      const { batch, position } = JSON.parse(line) as { batch: number; position: number }
      yield { entry: { batch, position, line } }
    } else {
      const line = text.slice(ROW_HEAD, -1)
      const { id, action, after } = JSON.parse(line) as { id: number; action: string; after: Collected | null }
      const hash = Buffer.from(text.slice('{"hash":"'.length, '{"hash":"'.length + 64), 'hex')
      yield { row: { id, line, hash, collected: action === 'access.collect' ? after : null } }
    }
  }
}
