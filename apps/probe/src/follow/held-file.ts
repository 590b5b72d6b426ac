import { type FileHandle, open } from 'node:fs/promises'
import { errorCode } from '@watchpost/runtime'
import { hasHead, HEAD_BYTES, type Head, headOf } from './head.ts'

/** A file that is or was the EVE file, kept open so that it stays readable after it was renamed or deleted. */
export interface HeldFile {
  file: number
  /** Device and inode. */
  id: string
  head: Head | null
  /** Whether it is also linked in our folder, and so survives a restart. */
  isLinked: boolean
  handle: FileHandle
}

/** Opens a file for reading; `absent` when it no longer exists. */
export async function openFile(path: string): Promise<{ handle: FileHandle; id: string; size: number } | 'absent'> {
  try {
    const handle = await open(path, 'r')
    const { dev, ino, size } = await handle.stat({ bigint: true })
    return { handle, id: `${dev}:${ino}`, size: Number(size) }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'absent'
    throw error
  }
}

export async function sizeOf({ handle }: Pick<HeldFile, 'handle'>): Promise<number> {
  return (await handle.stat()).size
}

/** Learns the head, or a longer one as the file grows. Returns whether it has changed. */
export async function learnHead(held: HeldFile, isComplete: boolean): Promise<boolean> {
  const { head, handle } = held
  if (head && (head.bytes === HEAD_BYTES || !(await hasHead(handle, head)))) return false
  const size = await sizeOf(held)
  if (head && !isComplete && size < HEAD_BYTES) return false
  const longer = await headOf(handle, isComplete)
  if (!longer || longer.bytes === head?.bytes) return false
  held.head = longer
  return true
}
