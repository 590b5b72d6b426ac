import type { LetterBounds } from './letter-bounds.ts'
import type { ParkedLetter } from './letter-format.ts'
import type { ReadLetters } from './letter-page.ts'

export interface RetryWish {
  /** The last number to put back; left out, all that wait now. */
  upTo?: number | undefined
  /** It ends after this time, between two pieces, and says that it is not complete. */
  forMs: number
  /** Told which numbers are about to be put back, before the first is. */
  announce?(range: { first: number; last: number }): Promise<void>
}

export interface Retry {
  putBack: number
  /** The last number that it was to put back. What came to die since has higher ones. */
  upTo: number
  isComplete: boolean
}

export interface RetryPorts {
  bounds: { read(): Promise<LetterBounds>; setRetried(offset: number): Promise<void> }
  letters: ReadLetters
  /** Answers once all of them are stored. */
  putBack(letters: readonly ParkedLetter[]): Promise<void>
  now?: () => number
}

const pieceLetters = 500
const pieceBytes = 4 * 1024 ** 2

/**
 * Puts waiting letters back on the way, piece by piece, and writes down after each piece how far it came: what dies
 * between two lines of this is put back a second time, and recognised by its identity further down. Only numbers that
 * were put back count as retried, so a letter that is parked in the meantime goes on waiting.
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
