import type { DeadLetter } from '@watchpost/model'

/** Readers unpack letters a piece at a time: this bounds what reading needs. */
const mostBytes = 1024 ** 2

/** Letters as they are parked together: never more bytes than a reader can take, but for a letter that is larger. */
export function* piecesOf(letters: readonly DeadLetter[]): Generator<readonly DeadLetter[]> {
  let piece: DeadLetter[] = []
  let bytes = 0
  for (const letter of letters) {
    const size = letter.record.payload.length
    if (piece.length > 0 && bytes + size > mostBytes) {
      yield piece
      piece = []
      bytes = 0
    }
    piece.push(letter)
    bytes += size
  }
  if (piece.length > 0) yield piece
}
