import { isInteger, isText, listOf, objectOf, orNull, readState } from '../disk/state-file.ts'
import type { Head } from './head.ts'

/** Stored list of the files being read, so that the next run finds them again. */
export interface FileList {
  /** The number of the next file. */
  next: number
  files: Array<{ file: number; id: string; head: Head | null }>
  /** Heads of rotated files that were read to their end or are older than the agent. */
  done: Head[]
}

/** Far more files than are ever kept next to an EVE file. */
const MOST_DONE = 1_000

const isHead = objectOf<Head>({ bytes: isInteger, digest: isText })
const isFileList = objectOf<FileList>({
  next: isInteger,
  files: listOf(objectOf<FileList['files'][number]>({ file: isInteger, id: isText, head: orNull(isHead) })),
  done: listOf(isHead),
})

/** Reads the list; undefined when it is not readable, for example after disk damage. */
export function readFileList(text: string): FileList | undefined {
  return readState(text, isFileList)
}

export function addDone(done: readonly Head[], heads: readonly Head[]): Head[] {
  return [...done, ...heads].slice(-MOST_DONE)
}
