import type { Random } from './random.ts'
import type { Site } from './site.ts'
import type { TransferredFile } from './files.ts'
import type { Flow } from './flow.ts'
import type { WireEvent } from './wire-event.ts'

/** A file in a flow, which an analyser may judge later. */
export interface Transfer {
  file: TransferredFile
  flow: Flow
  /** When the probe had seen the whole file, in milliseconds. */
  at: number
  /** The protocol parts of the event: `http` or `smtp`, and `email`. */
  context: Record<string, unknown>
  fileId: number
}

/** The context of a session: its inputs, and where its events go. */
export interface Stage {
  random: Random
  site: Site
  /** Start of the session, in milliseconds. */
  now: number
  /** True if an alert belongs to this session. */
  isAlerted: boolean
  /** Base of the stats counters: how much this probe has seen. */
  position: number
  /**
   * Adds an event to the stream, `delay` positions or more after this one. It is built only if its kind is requested.
   */
  emit(kind: string, delay: number, build: () => WireEvent): void
  /** Passes a stored file to the analysers. */
  analyse(transfer: Transfer): void
}

/** A conversation on the network: it opens flows and emits their events. */
export type Session = (stage: Stage) => void
