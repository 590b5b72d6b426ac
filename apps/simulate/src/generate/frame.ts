/**
 * The parameters of an event, apart from its probe and sequence. Stored with the oracle, so that a seed stays the same.
 */
export interface Frame {
  seed: number
  /** Start of the seed's first run, in milliseconds since the Unix epoch: event times count back from here. */
  firstRunAt: number
  /** How far back the events reach. */
  hours: number
  /** Events per probe that span the hours once; sequences beyond it span them again. */
  lap: number
  /** Share of sessions that occurred up to hours before their neighbours in the stream, 0 to 1. */
  late: number
  /** Share of events that are alerts, of any detector, 0 to 1. */
  alertShare: number
  /** True to spread the events evenly over the hours; otherwise they are denser towards the first run. */
  isEven?: boolean
  /** The kinds to send; all when absent. */
  kinds?: readonly string[]
}

const HOUR_MS = 3_600_000
/** Longer than any session or verdict takes, so that no event is later than the first run. */
const MARGIN_MS = 600_000
const MAX_LATE_MS = 6 * HOUR_MS

/** Time of the event at `sequence`, in milliseconds. */
export function instantOf({ firstRunAt, hours, lap, isEven }: Frame, sequence: number): number {
  const remaining = 1 - ((sequence % lap) + 0.5) / lap
  const span = Math.max(hours * HOUR_MS - MARGIN_MS, HOUR_MS / 60)
  return firstRunAt - MARGIN_MS - span * (isEven ? remaining : remaining * remaining)
}

/** How far back a late session lies, given a random number in [0, 1). */
export function lateBy(draw: number): number {
  return 60_000 + draw * (MAX_LATE_MS - 60_000)
}

/** Suricata's format: microseconds and a zone without colon. */
export function eveTime(milliseconds: number): string {
  const whole = Math.floor(milliseconds)
  const micros = Math.floor((milliseconds - whole) * 1_000)
  const digits = micros < 10 ? `00${micros}` : micros < 100 ? `0${micros}` : `${micros}`
  return `${new Date(whole).toISOString().slice(0, 23)}${digits}+0000`
}

/** The format of the analysers and of stored documents: milliseconds and Z. */
export function isoTime(milliseconds: number): string {
  return new Date(Math.floor(milliseconds)).toISOString()
}
