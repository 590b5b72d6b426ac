import type { DeadLetter } from '@watchpost/model'

/** Readers unpack letters piece by piece, so this bounds the memory of a reader. */
const mostBytes = 1024 ** 2

/** Groups of letters to park together: at most `mostBytes` each, except for a single larger letter. */
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
