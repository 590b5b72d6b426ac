import type { DeadLetter } from '@watchpost/contract'
import type { Input } from '@watchpost/sdk'

export type LetterQuery = NonNullable<Input<'listDeadLetters'>['query']>
export type Reason = DeadLetter['reason']

/** All reasons, in the order in which the pipeline checks them. */
export const reasons = [
  'too-large',
  'not-utf8',
  'not-json',
  'not-an-object',
  'too-deep',
  'no-event-type',
  'no-timestamp',
  'refused-by-engine',
] as const satisfies readonly Reason[]

export const states = ['waiting', 'retried', 'all'] as const
export const orders = ['newest', 'oldest'] as const

/** The dead letter filter, stored in the URL. */
export interface LetterFilter {
  state: (typeof states)[number]
  order: (typeof orders)[number]
  reason: Reason | undefined
  probe: number | undefined
}

/** Reads the filter from the URL. */
export function readLetterFilter(query: URLSearchParams): LetterFilter {
  return {
    state: states.find((each) => each === query.get('state')) ?? 'waiting',
    order: orders.find((each) => each === query.get('order')) ?? 'newest',
    reason: reasons.find((each) => each === query.get('reason')),
    probe: numberIn(query.get('probe'), 1),
  }
}

/** The dead letter that is open next to the list. */
export function readOpenLetter(query: URLSearchParams): number | undefined {
  return numberIn(query.get('open'), 0)
}

/** The parameters of the listing request. */
export function letterQueryOf({ state, order, reason, probe }: LetterFilter): LetterQuery {
  return { state, order, ...(reason && { reason }), ...(probe !== undefined && { probe_id: probe }) }
}

function numberIn(written: string | null, least: number): number | undefined {
  if (written === null || !/^\d{1,15}$/.test(written)) return undefined
  const number = Number(written)
  return number >= least ? number : undefined
}
