import type { AlertFacts } from '@watchpost/risk'
import type { Family } from '../value/family.ts'

/** A record as a probe sent it: any member may be anything. */
export type KindEvent = Readonly<Record<string, unknown>>

/** The facts for the risk of an alert that differ by kind. */
export type KindFacts = Partial<Pick<AlertFacts, 'verdict' | 'category' | 'confidence' | 'signatureSeverity'>>

/** Everything that differs between kinds of alerts. One file per kind; the table is in `kinds.ts`. */
export interface AlertKind {
  /** Where its events are stored, whether they are alerts or not. */
  family: Family
  /** Whether an event of this kind is an alert. */
  isAlert(event: KindEvent): boolean
  /** As the detector reports it; not validated. */
  severityOf(event: KindEvent): unknown
  /** The short name of the detection; not validated. */
  nameOf(event: KindEvent): unknown
  /** The detection, as the beginning of a sentence. */
  describe(event: KindEvent): string
  factsOf(event: KindEvent): KindFacts
}
