import { createHourGatherer } from '@watchpost/model'
import { createRateLimit, type Logger } from '@watchpost/runtime'
import { createLedgerStore, type Store } from '@watchpost/store'
import type { ReceivePorts } from '../receive.ts'
import { Refusal } from '../refusal.ts'
import { createMarkClaims } from './mark-claims.ts'
import { createReceivedBook } from './received-book.ts'
import { streamRoutes } from './stream-routes.ts'

/** An agent asks only when it starts, and reports only what it lost. */
const ASKED_PER_MINUTE = 60

/** Builds the gateway's side of the ledger. */
export function composeLedger(store: Store, logger: Logger) {
  const ledger = createLedgerStore(store)
  const claims = createMarkClaims(ledger)
  const book = createReceivedBook({ enter: ledger.enter, onCrowded: claims.noteCrowded, logger })
  const receiving: ReceivePorts['ledger'] = {
    claim: claims.claim,
    received: book.add,
    async dead(identities, arrivedAt) {
      const gatherer = createHourGatherer<'dead'>()
      for (const identity of identities) gatherer.add('dead', arrivedAt, identity, identity.sequence)
      try {
        claims.noteCrowded(await ledger.enter(gatherer.take()))
      } catch (error) {
        throw new Refusal('store-unavailable', 'Send the batch again.', { cause: error })
      }
    },
  }
  return {
    receiving,
    book,
    routes: streamRoutes({ ...ledger, asked: createRateLimit({ perMinute: ASKED_PER_MINUTE }) }),
    pendingBytes: claims.pendingBytes,
  }
}
