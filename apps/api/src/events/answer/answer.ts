import type { Readable } from 'node:stream'

/** An answer of the engine, ready to be sent: buffered or streamed. */
export type Answer =
  | { kind: 'whole'; bytes: Buffer }
  /** `contentBytes` is known if nothing is inserted into the answer. */
  | { kind: 'stream'; stream: Readable; contentBytes: number | undefined }

/** Maximum size of an answer. */
export const maxAnswerBytes = 64 * 1024 * 1024

/** Answers up to this size are buffered: they free the engine at once and are sent in one piece. */
export const wholeAnswerBytes = 256 * 1024
