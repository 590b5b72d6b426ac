import type { Head } from './head.ts'

/** What is written down of the files that are read, so that the next run finds them again. */
export interface FileList {
  /** The number of the next file. */
  next: number
  files: Array<{ file: number; id: string; head: Head | null }>
  /** Heads of files beside the EVE file that have been read to their end, or lay there before us. */
  done: Head[]
}

/** Far more than are ever kept beside an EVE file. */
const MOST_DONE = 1_000

/** Reads the list; nothing when it is not readable, as after damage to the disk. */
export function readFileList(text: string): FileList | undefined {
  try {
    const list = JSON.parse(text) as FileList
    const isWhole = Number.isInteger(list.next) && Array.isArray(list.files) && Array.isArray(list.done)
    return isWhole ? list : undefined
  } catch {
    return undefined
  }
}

export function addDone(done: readonly Head[], heads: readonly Head[]): Head[] {
  return [...done, ...heads].slice(-MOST_DONE)
}
