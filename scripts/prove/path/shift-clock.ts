/** Loaded before a role in a proof: its clock runs ahead, so that a change of day happens without waiting for one. */
const aheadMs = Number(process.env.NODE_PROOF_AHEAD_MS ?? 0)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + aheadMs)
    else super(...(given as [number]))
  }

  static override now(): number {
    return RealDate.now() + aheadMs
  }
}
globalThis.Date = ShiftedDate as DateConstructor
