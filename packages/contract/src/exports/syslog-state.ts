import { type Static, Type } from 'typebox'
import { Instant, InstantOrNull } from '../people/access.ts'

/** The state of an export. `unserved`: no exporter has reported on it for a while. */
export const syslogStatuses = ['connected', 'connecting', 'waiting', 'disabled', 'unserved'] as const

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** The state that the exporter reports. */
export const SyslogState = Type.Object({
  status: Type.Enum([...syslogStatuses], {
    description:
      '`connected`; `connecting`; `waiting` for the next attempt; `disabled`; `unserved` when no exporter has reported for 10 seconds.',
  }),
  since: InstantOrNull('Since when it has this status.'),
  reported_at: InstantOrNull('When the exporter last reported.'),
  lag_events: count(
    'Records in the log that it has not come to yet, wanted or not; for an export of the audit also its rows.',
  ),
  lag_seconds: Type.Number({ minimum: 0, description: 'Age of the oldest of them.' }),
  log: Type.Object(
    {
      epoch: count(
        'Which log it reads. A higher number than before: the log was lost or deleted, and another one was created.',
      ),
      unsent_events: count('Records in it that the export has not come to yet.'),
    },
    { description: 'Where it is in the log.' },
  ),
  rate: Type.Number({ minimum: 0, description: 'Messages a second, over the last 10 seconds.' }),
  sent_events: count('Messages written since this exporter took it over, repeats after a break included.'),
  filtered_events: count('Events that the filters left out.'),
  repeated_events: count('Events that the log held once more and that were left out.'),
  trimmed_events: count('Messages that were longer than `max_message_bytes` and lost fields.'),
  unreadable_events: count('Records that are not events and went to the dead letters.'),
  lost_events: count(
    'Records that the log forgot or that were lost with it, or rows of the audit that were archived, before they were sent.',
  ),
  window_bytes: count('Written, and sent again if the connection breaks: syslog has no acknowledgement.'),
  last_written_at: InstantOrNull('When something was last written to the receiver.'),
  last_error: Type.Union([Type.Object({ at: Instant('When.'), message: Type.String() }), Type.Null()], {
    description: 'What last went wrong, and what to do about it.',
  }),
  retention: Type.Object(
    {
      held_seconds: count('How long the log keeps events.'),
      remaining_seconds: Type.Union([count(''), Type.Null()], {
        description: 'How long until the log forgets something that was not sent; null when everything was.',
      }),
      at_risk: Type.Boolean({ description: 'Events will soon be lost unless the receiver takes them.' }),
    },
    { description: 'How long a receiver may stay away.' },
  ),
  warnings: Type.Array(Type.String(), { description: 'What a person should look at.' }),
})
export type SyslogState = Static<typeof SyslogState>
