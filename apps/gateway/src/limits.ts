/** Limits of one batch. Stated in the integrator's guide; a sender that keeps to them is never refused for size. */
export const limits = {
  /** Of the body after decompression. */
  batchBytes: 16 * 1024 ** 2,
  batchEvents: 10_000,
  /** A longer event is not refused, since that would block its probe for ever. It goes to the dead letters. */
  eventBytes: 1024 ** 2,
  /** Of every other body, for example a signing request or a report. */
  requestBytes: 16 * 1024,
} as const
