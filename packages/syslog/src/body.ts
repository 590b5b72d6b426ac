import type { SyslogEvent } from './message.ts'

/** A format for the body of a message. One file per format, `body-*.ts`; the table is in `bodies.ts`. */
export interface BodyFormat {
  write(event: SyslogEvent): string
  /** The same in at most `maxBytes`; keeps what identifies the event. */
  trim(event: SyslogEvent, maxBytes: number): string
}
