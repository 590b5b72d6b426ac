import { isNumber, isText, objectOf, readState } from '../disk/state-file.ts'
import { isPlace, type Place } from '../follow/place.ts'
import { type Batch, endOf } from './batch.ts'

/** Behind everything that has a number: which number comes next, and where its line is. */
export interface Position {
  stream: string
  next: number
  /** SHA-256 of the line before it; empty when it is the first of its stream. */
  lastDigest: string
  place: Place
  /** The serial of the last batch before it, and how many lines were ever read. */
  serial: number
  total: number
  /** When the line before it was read. */
  readAt: number
  /** Whose numbers these are, `<probe id>@<appliance>`: for another probe they would begin in the middle. */
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

/** Reads a position back; nothing when it is not readable. */
export function readPosition(text: string | undefined): Position | undefined {
  const position = readState(text, isPosition)
  return position && /^[0-9a-f]{32}$/.test(position.stream) ? position : undefined
}

/** Where things go on behind a batch. */
export function positionAfter(batch: Batch, owner: string): Position {
  const { stream, lastDigest, to, serial, total, readAt } = batch
  return { stream, next: endOf(batch), lastDigest, place: to, serial, total, readAt, owner }
}
