import type { AlertFacts } from '@watchpost/risk'
import type { Family } from '../value/family.ts'

/** A record as a probe sent it: any member may be anything. */
export type KindEvent = Readonly<Record<string, unknown>>

/** What of an alert counts for its risk and differs by kind. */
export type KindFacts = Partial<Pick<AlertFacts, 'verdict' | 'category' | 'confidence' | 'signatureSeverity'>>

/** All that differs from one kind of alert to the next. One file per kind; the table is in `kinds.ts`. */
export interface AlertKind {
  /** Where its events are stored, whether they are alerts or not. */
  family: Family
  /** Whether an event of this kind says that something is wrong. */
  isAlert(event: KindEvent): boolean
  /** As the detector gives it; not checked. */
  severityOf(event: KindEvent): unknown
  /** The short name of what was detected; not checked. */
  nameOf(event: KindEvent): unknown
  /** What was detected, as the beginning of a sentence. */
  describe(event: KindEvent): string
  factsOf(event: KindEvent): KindFacts
}
