export { canonicalAddress } from './address.ts'
export { rankOf } from './alert-entry.ts'
export { alertFactsOf } from './alert-facts.ts'
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
export { documentId, type EventIdentity, isStream } from './event-identity.ts'
export { type DetectorType, detectorOf, families, type Family, type StoredFamily, storedFamilies } from './family.ts'
export {
  type LogRecord,
  readRecord,
  RECORD_HEADER,
  type RecordHeader,
  recordHeader,
  recordKey,
} from './log-record.ts'
export { frameEnd, frameStart, frequencies, type Frequency } from './frame.ts'
export { mend } from './mend.ts'
export type { AlertView, Envelope } from './normalise.ts'
export { deadReasons, type DeadLetter, type DeadReason, type EventDocument, type Outcome } from './outcome.ts'
export { type EventOutline, outline } from './outline.ts'
export { prepare } from './prepare.ts'
export type { CauseName, CoverageCause } from './coverage/coverage-causes.ts'
export type { CoverageCounts, CoverageFacts } from './coverage/coverage-facts.ts'
export { coverageFindings, type CoverageFinding } from './coverage/coverage-findings.ts'
export type { HourCounts } from './coverage/coverage-grid.ts'
export { coverageStatement, type CoverageStatement, type ProbeCoverage } from './coverage/coverage-statement.ts'
export { createHourGatherer, type HourRanges } from './arrival/hour-gatherer.ts'
export { createRangeGatherer, type GatheredRanges } from './range-gatherer.ts'
export { createRecordRun } from './record/record-run.ts'
export type { TimeCorrection } from './time/event-time.ts'
export type { ClockFault, TimeBounds } from './time/time-bounds.ts'
export { toInstant } from './timestamp.ts'
