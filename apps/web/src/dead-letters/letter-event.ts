import type { WholeDeadLetter } from '@watchpost/contract'

/** The displayable form of an event: its bytes, and its text if it is valid text. */
export interface LetterEvent {
  text: string | undefined
  bytes: Uint8Array<ArrayBuffer>
}

export function eventOf({ encoding, event }: Pick<WholeDeadLetter, 'encoding' | 'event'>): LetterEvent {
  if (encoding === 'utf-8') return { text: event, bytes: new TextEncoder().encode(event) }
  return { text: undefined, bytes: Uint8Array.from(atob(event), (character) => character.charCodeAt(0)) }
}

/** More text than this makes the page slow. The downloaded file has the rest. */
export const mostShown = 65_536

/** The start of a text, cut between characters. */
export function shownOf(text: string): string {
  return text.length <= mostShown ? text : text.slice(0, mostShown).replace(/[\ud800-\udbff]$/, '')
}
