import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** The lines of a file, one after the other: some have millions. */
export function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
}
