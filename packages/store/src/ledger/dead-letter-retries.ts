import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import { whileHolding } from '../database/while-holding.ts'

/** Numbers of dead letters, both ends included. */
interface LetterRange {
  first: number
  last: number
}

/** What a retry calls before it puts the first letter back. */
export type Announce = (range: LetterRange) => Promise<void>

/** Lets one retry of the dead letters run at a time, on all hosts together, and none without an audit row. */
export function createDeadLetterRetries(store: Store) {
  return {
    run<T>(origin: AuditOrigin, retry: (announce: Announce) => Promise<T>): Promise<T | 'under-way'> {
      // Written before anything is put back: the log knows no transaction that could hold both together.
      const announce: Announce = ({ first, last }) =>
        auditedChange(store, origin, async () => ({
          result: undefined,
          audit: {
            action: 'dead-letter.retry',
            object: `dead-letters/${first}-${last}`,
            before: null,
            after: { first, last },
          },
        }))
      return whileHolding(store, 'deadLetterRetry', () => retry(announce))
    },
  }
}
