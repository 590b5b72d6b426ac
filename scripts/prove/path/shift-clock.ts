import { readFileSync } from 'node:fs'

/**
 * Preloaded into a service in a proof: its clock runs ahead, so that a change of day needs no waiting. With a file, the
 * clocks of indexers, or of the named services, follow the milliseconds in it, and other services keep the real time.
 */
const RealDate = Date
const file = process.env.NODE_PROOF_CLOCK_FILE
const FOLLOWED_EVERY_MS = 100
let aheadMs = Number(process.env.NODE_PROOF_AHEAD_MS ?? 0)

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

const services = (process.env.NODE_PROOF_CLOCK_SERVICES ?? 'indexer').split(',')
if (file && services.some((name) => process.argv[1]?.includes(`/apps/${name}/`))) {
  const follow = () => {
    aheadMs = Number(readFileSync(file, 'utf8'))
  }
  follow()
  setInterval(follow, FOLLOWED_EVERY_MS).unref()
}
