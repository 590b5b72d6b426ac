import { createProbeEnrolmentStore, createProbeUseStore, type FirstUse, type Store } from '@watchpost/store'
import { originOf } from './enrolment-service.ts'
import { createTurns } from '../pace/turns.ts'
import { Refusal } from '../refusal.ts'

/** Renewals beyond this number are refused: their agents would stop waiting before their turn. */
const MOST_RENEWALS_WAITING = 100
/** Shares of the connections to the database. The rest is for lookups, health reports and the ledger. */
const SHARE = { issue: 0.2, use: 0.3 }

/**
 * Changes to certificates of probes, a few at a time. Each writes to the audit and waits there for the one before it,
 * so that many probes at once would otherwise take every connection to the database, and events would be refused.
 */
export function createCertificateChanges(store: Store, poolSize: number) {
  const enrolments = createProbeEnrolmentStore(store)
  const uses = createProbeUseStore(store)
  const connections = (share: number) => Math.max(1, Math.floor(poolSize * share))
  const issueInTurn = createTurns(connections(SHARE.issue), { mostWaiting: MOST_RENEWALS_WAITING, whenFull: tooMany })
  const useInTurn = createTurns(connections(SHARE.use))
  return {
    enrolments: {
      findByCode: enrolments.findByCode,
      take: (...change: Parameters<typeof enrolments.take>) => issueInTurn(() => enrolments.take(...change)),
      renew: enrolments.renew,
    },
    /** For a whole renewal: one that has to wait too long is refused before it costs anything. */
    issueInTurn,
    firstUse: (use: FirstUse) =>
      useInTurn(() => uses.first(use, originOf({ id: use.probeId }, { address: use.address, requestId: '' }))),
    note: uses.note,
  }
}

function tooMany(): Refusal {
  const detail = 'Too many probes ask for a certificate at the moment. Ask again.'
  return new Refusal('too-many-requests', detail, { retryAfterSeconds: 5 })
}
