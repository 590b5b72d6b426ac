import type { Clock } from '../disk/clock.ts'

export interface EventsFirstPorts {
  /** Batches of events that wait to be sent. */
  waiting(): number
  clock: Clock
}

/** Batches in flight: with no more than these, the connection has room. */
const FEW = 4
const LOOK_MS = 100
/** Even behind a long queue of events, a piece of a file is sent now and then. */
const LONGEST_MS = 5_000

/** Lets events go before files: waits while many batches wait, but not for ever. */
export function createEventsFirst({ waiting, clock }: EventsFirstPorts) {
  return async function giveWay(stop: AbortSignal): Promise<void> {
    const until = clock.now() + LONGEST_MS
    while (!stop.aborted && waiting() > FEW && clock.now() < until) await clock.sleep(LOOK_MS, stop)
  }
}
