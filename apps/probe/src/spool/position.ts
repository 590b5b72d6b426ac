import { isNumber, isText, objectOf, readState } from '../disk/state-file.ts'
import { isPlace, type Place } from '../follow/place.ts'
import { type Batch, endOf } from './batch.ts'

/** The position after everything that has a sequence: the next sequence, and where its line is. */
export interface Position {
  stream: string
  next: number
  /** SHA-256 of the line before it; empty for the first line of its stream. */
  lastDigest: string
  place: Place
  /** The serial of the last batch before it, and the number of lines ever read. */
  serial: number
  total: number
  /** When the line before it was read. */
  readAt: number
  /** The owner of these sequences, `<probe id>@<appliance>`: for another probe they would start in the middle. */
  owner: string
}

const isPosition = objectOf<Position>({
  stream: isText,
  next: isNumber,
  lastDigest: isText,
  place: isPlace,
  serial: isNumber,
  total: isNumber,
  readAt: isNumber,
  owner: isText,
})

/** Parses a position; undefined when it is not readable. */
export function readPosition(text: string | undefined): Position | undefined {
  const position = readState(text, isPosition)
  return position && /^[0-9a-f]{32}$/.test(position.stream) ? position : undefined
}

/** The position after a batch. */
export function positionAfter(batch: Batch, owner: string): Position {
  const { stream, lastDigest, to, serial, total, readAt } = batch
  return { stream, next: endOf(batch), lastDigest, place: to, serial, total, readAt, owner }
}
