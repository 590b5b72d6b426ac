import type { Load } from '../load.ts'
import type { Knowledge } from './sample-knowledge.ts'

/** The load of a body, and what a sample tells about it. */
export interface ExpectedLoad extends Load {
  /** The field that holds the time of a document. */
  timeField: string
  knowledge: Knowledge
}

/** The expected cost of a part of a body, by its JSON pointer. */
export interface ExpectedPart {
  pointer: string
  what: string
  workMs: number
}
