import type { SyslogEvent } from './message.ts'

/** One way to write the body of a message. One file per format, `body-*.ts`. */
export interface BodyFormat {
  write(event: SyslogEvent): string
  /** The same in at most so many bytes: what identifies the event stays. */
  trim(event: SyslogEvent, maxBytes: number): string
}
