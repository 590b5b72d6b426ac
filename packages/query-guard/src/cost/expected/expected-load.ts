import type { Load } from '../load.ts'
import type { Knowledge } from './sample-knowledge.ts'

/** What a body has to get through, and what a sample tells about it. */
export interface ExpectedLoad extends Load {
  /** The field that holds the time of a document. */
  timeField: string
  knowledge: Knowledge
}

/** What a part of a body is expected to add, by the JSON pointer of the part. */
export interface ExpectedPart {
  pointer: string
  what: string
  workMs: number
}
