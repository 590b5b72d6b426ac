/** How ragged a stream may be. Stated in the integrator's guide; one that was numbered without holes never comes near. */
export const streamLimits = {
  /** How far beyond the highest known number a batch may begin. */
  leap: 1_000_000,
  /** Ranges of numbers, that is holes and one. */
  ranges: 1_000,
  /** Ranges that are given up, in one request. */
  abandonedAtOnce: 100,
  reasonCharacters: 200,
  bodyBytes: 64 * 1024,
  /** The highest number: as many digits as the header of a batch may have. */
  sequence: 1e15 - 1,
} as const
