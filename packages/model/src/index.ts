export { canonicalAddress } from './value/address.ts'
export { rankOf } from './event/alert-entry.ts'
export { alertFactsOf } from './alert/alert-facts.ts'
export {
  type ArrivalPosition,
  EPOCH_CLOSED_MS,
  firstPosition,
  type NewestEpoch,
  type Reach,
  readReach,
} from './arrival/arrival-position.ts'
export { type ArrivalVector, LOG_END, type LogRange } from './arrival/arrival-vector.ts'
export { createFrontier, type Frontier } from './arrival/frontier.ts'
export { type ArrivalReader, type Arrivals, readArrivals } from './arrival/read-arrivals.ts'
export { documentId, type EventIdentity, isStream } from './record/event-identity.ts'
export {
  type DetectorType,
  detectorOf,
  families,
  type Family,
  type StoredFamily,
  storedFamilies,
} from './value/family.ts'
export {
  type LogRecord,
  readRecord,
  RECORD_HEADER,
  type RecordHeader,
  recordHeader,
  recordKey,
} from './record/log-record.ts'
export { frameEnd, frameStart, frequencies, type Frequency } from './alert/frame.ts'
export { alertEventTypes } from './kinds/kinds.ts'
export { mend } from './event/mend.ts'
export type { AlertView, Envelope } from './event/normalise.ts'
export { deadReasons, type DeadLetter, type DeadReason, type EventDocument, type Outcome } from './event/outcome.ts'
export { type EventOutline, outline } from './event/outline.ts'
export { prepare } from './event/prepare.ts'
export type { CauseName, CoverageCause } from './coverage/coverage-causes.ts'
export type { CoverageCounts, CoverageFacts } from './coverage/coverage-facts.ts'
export { coverageFindings, type CoverageFinding } from './coverage/coverage-findings.ts'
export type { HourCounts } from './coverage/coverage-grid.ts'
export { coverageStatement, type CoverageStatement, type ProbeCoverage } from './coverage/coverage-statement.ts'
export { createHourGatherer, type HourRanges } from './arrival/hour-gatherer.ts'
export { createRangeGatherer, type GatheredRanges } from './arrival/range-gatherer.ts'
export { createRecordRun } from './record/record-run.ts'
export type { TimeCorrection } from './time/event-time.ts'
export type { ClockFault, TimeBounds } from './record/time-bounds.ts'
export { toInstant } from './time/timestamp.ts'
