import type { WholeDeadLetter } from '@watchpost/contract'

/** What can be shown of an event: its text if it is one, and its bytes. */
export interface LetterEvent {
  text: string | undefined
  bytes: Uint8Array<ArrayBuffer>
}

export function eventOf({ encoding, event }: Pick<WholeDeadLetter, 'encoding' | 'event'>): LetterEvent {
  if (encoding === 'utf-8') return { text: event, bytes: new TextEncoder().encode(event) }
  return { text: undefined, bytes: Uint8Array.from(atob(event), (character) => character.charCodeAt(0)) }
}

/** A page can hold no more than this without getting slow; the rest is in the file that can be saved. */
export const mostShown = 65_536

/** Its beginning, not ending within a character. */
export function shownOf(text: string): string {
  return text.length <= mostShown ? text : text.slice(0, mostShown).replace(/[\ud800-\udbff]$/, '')
}
