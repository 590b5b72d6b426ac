import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** Streams the lines of a file: some have millions. */
export function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
}
