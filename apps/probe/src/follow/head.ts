import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/** The first bytes of a file. They identify it at any path and after any number of copies. */
export interface Head {
  bytes: number
  digest: string
}

export const HEAD_BYTES = 4_096
const LINE_FEED = 0x0a

/**
 * The head of a file: up to 4 KiB. For a file that still grows only whole lines count, and before its first one it has
 * no head. Names and inodes are less reliable: they change when a spool is restored from a backup.
 */
export async function headOf(file: FileHandle, isComplete: boolean): Promise<Head | null> {
  const start = await readStart(file, HEAD_BYTES)
  const bytes = start.length === HEAD_BYTES || isComplete ? start.length : start.lastIndexOf(LINE_FEED) + 1
  return bytes === 0 ? null : { bytes, digest: digestOf(start.subarray(0, bytes)) }
}

export function hasHead(file: FileHandle, head: Head): Promise<boolean> {
  return hasOneOf(file, [head])
}

export async function hasOneOf(file: FileHandle, heads: readonly Head[]): Promise<boolean> {
  const start = await readStart(file, HEAD_BYTES)
  const digests = new Map<number, string>()
  return heads.some(({ bytes, digest }) => {
    if (bytes > start.length) return false
    // Nearly all heads have the same length, so one digest serves for all of them.
    const own = digests.get(bytes) ?? digestOf(start.subarray(0, bytes))
    digests.set(bytes, own)
    return own === digest
  })
}

async function readStart(file: FileHandle, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, 0)
  return buffer.subarray(0, bytesRead)
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}
