import { isDeepStrictEqual } from 'node:util'
import {
  AppError,
  type DeadLetter,
  deadLetterLimits,
  type DeadLetterParameters,
  type DeadLetterRetry,
  type DeadLetterRetryWish,
  type DeadLetterSummary,
  type WholeDeadLetter,
} from '@watchpost/contract'
import type { LetterBounds, LetterPage, PageWish, Retry, RetryWish } from '@watchpost/log'
import type { Announce, AuditOrigin } from '@watchpost/store'
import { addressOf, addressWith } from '../alerts/listing/listing-address.ts'
import { createLetterCount } from './letter-count.ts'
import { rowOf, wholeOf } from './letter-view.ts'

export interface DeadLetterPorts {
  letters: {
    bounds(): Promise<LetterBounds>
    page<Row>(wish: PageWish<Row>): Promise<LetterPage<Row>>
    retry(wish: RetryWish): Promise<Retry>
  }
  /** Allows one retry at a time, and audits it. */
  retries: {
    run<T>(origin: AuditOrigin, retry: (announce: Announce) => Promise<T>): Promise<T | 'under-way'>
  }
  /** Limits concurrent reads, which cost memory. */
  reading: { run<T>(task: () => Promise<T>): Promise<T> }
}

export interface DeadLetterList {
  letters: DeadLetter[]
  /** The URL of the next page. */
  next: string | undefined
}

const DEFAULT_LIMIT = 100
const { read: letters, readBytes: bytes, readMs: ms, retryMs } = deadLetterLimits
const budget = { letters, bytes, ms }

export type DeadLetterService = ReturnType<typeof createDeadLetterService>

/** Lists and retries dead letters. No request reads more than the budget, however many letters there are. */
export function createDeadLetterService({ letters, retries, reading }: DeadLetterPorts) {
  let counted: { bounds: LetterBounds; counts: Awaited<ReturnType<typeof countWaiting>> } | undefined

  async function countWaiting({ retried, end }: LetterBounds) {
    const count = createLetterCount()
    const { next } = await letters.page({
      order: 'newest',
      from: retried,
      to: end,
      limit: budget.letters,
      budget,
      pick(letter) {
        count.add(letter)
        return undefined
      },
    })
    return { is_partial: next !== undefined, ...count.read() }
  }

  return {
    list: (asked: DeadLetterParameters): Promise<DeadLetterList> =>
      reading.run(async () => {
        const { order = 'newest', limit = DEFAULT_LIMIT, reason, probe_id: probeId } = asked
        const bounds = await letters.bounds()
        const { rows, next } = await letters.page({
          ...rangeOf(asked, bounds),
          order,
          limit,
          budget,
          pick(letter) {
            if (reason !== undefined && letter.reason !== reason) return undefined
            if (probeId !== undefined && letter.record.identity.probeId !== probeId) return undefined
            return rowOf(letter, bounds.retried)
          },
        })
        const address = addressOf(asked, ['cursor'])
        return {
          letters: rows,
          next: next === undefined ? undefined : addressWith('/api/dead-letters', address, 'cursor', String(next)),
        }
      }),

    read: (number: number): Promise<WholeDeadLetter> =>
      reading.run(async () => {
        const { start, retried, end } = await letters.bounds()
        const isKept = number >= start && number < end
        const { rows } = isKept
          ? await letters.page({
              order: 'oldest',
              from: number,
              to: number + 1,
              limit: 1,
              budget,
              pick: (letter) => wholeOf(letter, retried),
            })
          : { rows: [] }
        if (!rows[0]) throw new AppError('not-found', `No dead letter that is kept has the number ${number}.`)
        return rows[0]
      }),

    summarise: (): Promise<DeadLetterSummary> =>
      reading.run(async () => {
        const bounds = await letters.bounds()
        // The console polls every few seconds. Keep the counts while the bounds are unchanged.
        if (!counted || !isDeepStrictEqual(bounds, counted.bounds))
          counted = { bounds, counts: await countWaiting(bounds) }
        const { start, retried, end } = bounds
        return { at: new Date().toISOString(), waiting: end - retried, retried: retried - start, ...counted.counts }
      }),

    async retry(origin: AuditOrigin, { up_to: upTo }: DeadLetterRetryWish): Promise<DeadLetterRetry> {
      const done = await retries.run(origin, (announce) => letters.retry({ upTo, forMs: retryMs, announce }))
      if (done === 'under-way') {
        throw new AppError('too-many-requests', 'Another retry is under way.', { retryAfterSeconds: 5 })
      }
      return { put_back: done.putBack, up_to: done.upTo < 0 ? null : done.upTo, is_complete: done.isComplete }
    },
  }
}

/** The range of numbers that a listing reads, starting at its cursor. */
function rangeOf({ state = 'waiting', order, cursor }: DeadLetterParameters, { start, retried, end }: LetterBounds) {
  const from = state === 'waiting' ? retried : start
  const to = state === 'retried' ? retried : end
  if (cursor === undefined) return { from, to }
  return order === 'oldest' ? { from: Math.max(from, cursor), to } : { from, to: Math.min(to, cursor) }
}
