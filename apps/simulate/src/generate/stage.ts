import type { Random } from './random.ts'
import type { Site } from './site.ts'
import type { TransferredFile } from './files.ts'
import type { Flow } from './flow.ts'
import type { WireEvent } from './wire-event.ts'

/** A file on its way through a flow, which an analyser may judge later. */
export interface Transfer {
  file: TransferredFile
  flow: Flow
  /** When the probe saw the file whole, in milliseconds. */
  at: number
  /** What was being spoken: the `http` or `smtp` part of the event, and `email`. */
  context: Record<string, unknown>
  fileId: number
}

/** Where a session plays: what it may look at, and where its events go. */
export interface Stage {
  random: Random
  site: Site
  /** When the session begins, in milliseconds. */
  now: number
  /** True if an alert belongs to this session. */
  isAlerted: boolean
  /** The build of the stats counters: how much this probe has seen. */
  position: number
  /**
   * Puts an event on the stream, `delay` places or more after this one. It is built only if its kind is asked for.
   */
  emit(kind: string, delay: number, build: () => WireEvent): void
  /** Hands a stored file to the analysers; true if a threat must be found in it. */
  analyse(transfer: Transfer): void
}

/** A conversation on the network: it opens flows and emits their events. */
export type Session = (stage: Stage) => void
