import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import { whileHolding } from '../database/while-holding.ts'

/** Numbers of dead letters, both ends included. */
interface LetterRange {
  first: number
  last: number
}

/** Called by a retry before it writes the first letter back. */
export type Announce = (range: LetterRange) => Promise<void>

/** Runs one dead-letter retry at a time across all hosts, and none without an audit row. */
export function createDeadLetterRetries(store: Store) {
  return {
    run<T>(origin: AuditOrigin, retry: (announce: Announce) => Promise<T>): Promise<T | 'under-way'> {
      // Write the audit row first: there is no transaction that spans the log and the database.
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
