import type { Readable } from 'node:stream'

/** What the engine answered, ready to be sent: as a whole, or as it comes. */
export type Answer =
  | { kind: 'whole'; bytes: Buffer }
  /** `contentBytes` is known where nothing is put into the answer on the way. */
  | { kind: 'stream'; stream: Readable; contentBytes: number | undefined }

/** The most bytes that an answer may have. */
export const maxAnswerBytes = 64 * 1024 * 1024

/** Up to here an answer is taken as a whole: it leaves the engine at once and goes out in one piece. */
export const wholeAnswerBytes = 256 * 1024
