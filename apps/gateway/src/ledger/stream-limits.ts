/**
 * Limits on gaps in a stream. Stated in the integrator's guide; a stream that is numbered without gaps never reaches
 * them.
 */
export const streamLimits = {
  /** How far beyond the highest known number a batch may start. */
  leap: 1_000_000,
  /** Ranges of numbers: the number of gaps plus one. */
  ranges: 1_000,
  /** Abandoned ranges per request. */
  abandonedAtOnce: 100,
  reasonCharacters: 200,
  bodyBytes: 64 * 1024,
  /** The highest number: as many digits as the header of a batch may have. */
  sequence: 1e15 - 1,
} as const
