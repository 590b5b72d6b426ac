import type { LetterBounds } from './letter-bounds.ts'
import type { ParkedLetter } from './letter-format.ts'
import type { ReadLetters } from './letter-page.ts'

export interface RetryWish {
  /** The last number to retry; defaults to all that wait now. */
  upTo?: number | undefined
  /** Stops after this time, between two pieces, and reports the retry as incomplete. */
  forMs: number
  /** Called with the range before the first letter is written back. */
  announce?(range: { first: number; last: number }): Promise<void>
}

export interface Retry {
  putBack: number
  /** The last number to retry. Letters parked since have higher numbers. */
  upTo: number
  isComplete: boolean
}

export interface RetryPorts {
  bounds: { read(): Promise<LetterBounds>; setRetried(offset: number): Promise<void> }
  letters: ReadLetters
  /** Resolves once all of them are stored. */
  putBack(letters: readonly ParkedLetter[]): Promise<void>
  now?: () => number
}

const pieceLetters = 500
const pieceBytes = 4 * 1024 ** 2

/**
 * Writes waiting letters back piece by piece, and records the position after each piece. After a crash between the two,
 * a piece is written twice; the duplicates are recognised by their identity later. Only letters that were written back
 * count as retried, so a letter that is parked during the retry keeps waiting.
 */
export async function retryLetters(
  { bounds, letters, putBack, now = Date.now }: RetryPorts,
  { upTo, forMs, announce }: RetryWish,
): Promise<Retry> {
  const { retried, end } = await bounds.read()
  const to = upTo === undefined ? end : Math.min(end, upTo + 1)
  const deadline = now() + forMs
  let done = 0
  let piece: ParkedLetter[] = []
  let bytes = 0

  async function send(reached: number): Promise<void> {
    if (piece.length > 0) await putBack(piece)
    await bounds.setRetried(reached)
    done += piece.length
    piece = []
    bytes = 0
  }

  if (retried < to) {
    await announce?.({ first: retried, last: to - 1 })
    for await (const letter of letters(retried, to)) {
      piece.push(letter)
      bytes += letter.record.payload.length
      if (piece.length < pieceLetters && bytes < pieceBytes) continue
      const reached = letter.number + 1
      await send(reached)
      if (reached < to && now() >= deadline) return { putBack: done, upTo: to - 1, isComplete: false }
    }
    await send(to)
  }
  return { putBack: done, upTo: to - 1, isComplete: true }
}
