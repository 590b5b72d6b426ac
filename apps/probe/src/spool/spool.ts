import { readFile } from 'node:fs/promises'
import type { Logger } from '@watchpost/runtime'
import { createBell } from '../disk/bell.ts'
import type { Disk } from '../disk/disk.ts'
import { createTurns } from '../disk/turns.ts'
import { type Batch, decodeBatch, type Draft, encodeBatch, endOf, sha256 } from './batch.ts'
import { type Position, positionAfter } from './position.ts'
import { type AbandonedRange, batchPath, type SpoolPaths } from './spool-paths.ts'

export interface SpoolPorts {
  disk: Disk
  logger: Logger
  newStream: () => string
}

/** The content of a spool when it is opened. */
export interface Found {
  position: Position
  /** Not acknowledged, in order. */
  batches: Batch[]
  abandoned: AbandonedRange[]
}

/**
 * Batches on disk, from the moment when their lines have sequences until the gateway has acknowledged them. The newest
 * batch stays until there is a newer one, since it also stores the position. This makes writing a batch and moving the
 * position one atomic step.
 */
export function createSpool(
  { disk, logger, newStream }: SpoolPorts,
  { paths, limitBytes }: { paths: SpoolPaths; limitBytes: number },
  found: Found,
) {
  const inTurn = createTurns()
  const bell = createBell()
  const waiting = [...found.batches]
  const acknowledged = new Set<number>()
  let { position, abandoned } = found
  let bytes = waiting.reduce((sum, batch) => sum + batch.bodyBytes, 0)
  /** The newest batch, once it is acknowledged and only stores the position. */
  let carrier: Batch | undefined

  const pathOf = ({ serial }: Batch) => batchPath(paths.batches, serial)

  async function appendNow({ body, ...draft }: Draft): Promise<void> {
    const { serial, stream, next, total, owner } = position
    const batch: Batch = {
      ...draft,
      serial: serial + 1,
      stream,
      first: next,
      total: total + draft.count,
      bodyBytes: body.length,
      bodyDigest: sha256(body),
    }
    await disk.create(pathOf(batch), encodeBatch(batch, body))
    // Only now do the lines have sequences, and only now may the previous batch be removed.
    position = positionAfter(batch, owner)
    waiting.push(batch)
    bytes += batch.bodyBytes
    const old = carrier
    carrier = undefined
    bell.ring()
    if (old) await disk.remove(pathOf(old))
  }

  /** Removes an acknowledged batch, unless it is the newest and stores the position. */
  async function letGo(batch: Batch): Promise<void> {
    waiting.splice(waiting.indexOf(batch), 1)
    acknowledged.delete(batch.serial)
    bytes -= batch.bodyBytes
    if (batch.serial === position.serial) carrier = batch
    else await disk.remove(pathOf(batch))
  }

  async function acknowledgeNow(): Promise<void> {
    for (let [batch] = waiting; batch && acknowledged.has(batch.serial); [batch] = waiting) await letGo(batch)
    bell.ring()
  }

  /** Moves the batches from a serial on, and all lines that follow, to a new stream. */
  async function restartNow(fromSerial: number, why: string): Promise<void> {
    const stream = newStream()
    logger.warn({ before: position.stream, stream, why }, 'a new stream begins')
    // Accepted under their old sequences, although older batches were not.
    for (const batch of waiting.filter(({ serial }) => acknowledged.has(serial))) await letGo(batch)
    let next = 0
    let lastDigest = ''
    for (const [index, batch] of waiting.entries()) {
      const { body } = batch.serial < fromSerial ? {} : decodeBatch(await readFile(pathOf(batch)))
      // A damaged batch keeps its sequences, which will be abandoned.
      if (!body) continue
      const moved: Batch = { ...batch, stream, first: next }
      await disk.replace(pathOf(moved), Buffer.concat(encodeBatch(moved, body)))
      waiting[index] = moved
      next = endOf(moved)
      lastDigest = moved.lastDigest
    }
    position = { ...position, stream, next, lastDigest }
  }

  async function abandonNow(batch: Batch, reason: string): Promise<void> {
    const { stream, first } = batch
    abandoned = [...abandoned, { stream, first, last: endOf(batch) - 1, reason }]
    await disk.replace(paths.abandoned, JSON.stringify(abandoned))
    if (batch.serial === position.serial) await notePosition()
    waiting.splice(waiting.indexOf(batch), 1)
    bytes -= batch.bodyBytes
    await disk.remove(pathOf(batch))
    await restartNow(position.serial + 1, reason)
  }

  function notePosition(): Promise<void> {
    return disk.replace(paths.position, JSON.stringify(position))
  }

  return {
    position: () => position,
    waiting: (): readonly Batch[] => waiting,
    abandoned: (): readonly AbandonedRange[] => abandoned,
    isFull: () => bytes >= limitBytes,
    /** Resolves at the next change, or when the signal aborts. */
    changed: bell.rung,
    append: (draft: Draft) => inTurn(() => appendNow(draft)),
    /** The body as it was written; undefined when the file is damaged. */
    async body(batch: Batch): Promise<Buffer | undefined> {
      const bytes = await readFile(pathOf(batch)).catch(() => undefined)
      return bytes && decodeBatch(bytes).body
    },
    /** Stores the lines of a damaged batch, read again, under the same sequences. */
    mend: (batch: Batch, body: Buffer) =>
      inTurn(async () => {
        const mended = { ...batch, bodyBytes: body.length, bodyDigest: sha256(body) }
        await disk.replace(pathOf(batch), Buffer.concat(encodeBatch(mended, body)))
        waiting[waiting.indexOf(batch)] = mended
        bytes += mended.bodyBytes - batch.bodyBytes
      }),
    /** Batches are removed in order: one that is acknowledged before an older one waits for it. */
    acknowledge(batch: Batch): Promise<void> {
      acknowledged.add(batch.serial)
      return inTurn(acknowledgeNow)
    },
    restart: (fromSerial: number, why: string) => inTurn(() => restartNow(fromSerial, why)),
    /** Sets a new owner of the sequences. */
    adopt: (owner: string) =>
      inTurn(() => {
        position = { ...position, owner }
        return notePosition()
      }),
    /** Abandons the sequences of a batch whose lines are lost; what follows gets a new stream. */
    abandon: (batch: Batch, reason: string) => inTurn(() => abandonNow(batch, reason)),
    /** Forgets the abandoned ranges, once the gateway knows them. */
    abandonmentTold: () =>
      inTurn(async () => {
        abandoned = []
        await disk.remove(paths.abandoned)
      }),
    figures: () => ({
      bytes,
      batches: waiting.length,
      oldestReadAt: waiting[0]?.readAt,
      read: position.total,
      acknowledged: position.total - waiting.reduce((sum, { count }) => sum + count, 0),
    }),
    /** Stores the position separately from the batches, in case the newest batch is damaged. */
    note: () => inTurn(notePosition),
    /** Closes the spool so that an acknowledged batch is not sent again. */
    close: () =>
      inTurn(async () => {
        await notePosition()
        if (carrier) await disk.remove(pathOf(carrier))
        carrier = undefined
      }),
  }
}
export type Spool = ReturnType<typeof createSpool>
