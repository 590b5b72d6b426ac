import { type Static, Type } from 'typebox'
import { Instant } from '../people/access.ts'
import { Line } from '../text.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const text = (description: string, maxLength: number, examples?: string[]) =>
  Line({ maxLength, description, ...(examples && { examples }) })
const textOrNull = (description: string, maxLength: number, examples: string[]) =>
  Type.Union([text(description, maxLength, examples), Type.Null()], { description })

/** What a probe reports about itself and its sensor. */
export const ProbeHealthReport = Type.Object({
  agent_version: text('Version of the agent.', 64, ['0.1.0']),
  host_time: Instant('The clock of the probe when it reported.'),
  suricata_version: textOrNull('Version of the sensor, when the agent knows it.', 64, ['8.0.1']),
  ruleset_version: textOrNull('Version of its rules, when the agent knows it.', 128, ['2026-11-15']),
  capture: Type.Union(
    [
      Type.Object({
        packets: count('Packets seen by the sensor.'),
        dropped: count('Packets that it could not look at.'),
        loss_percent: Type.Number({ minimum: 0, maximum: 100, description: 'Share of packets lost.' }),
      }),
      Type.Null(),
    ],
    { description: 'What the sensor last said of its capture.' },
  ),
  eve: Type.Object(
    {
      file: text('The file that is read.', 512, ['/var/log/suricata/eve.json']),
      unread_bytes: count('Written by the sensor and not yet read.'),
      held_files: count('Rotated files that are kept until they are read.'),
      held_bytes: count('What they take.'),
    },
    { description: 'The file of events on the probe.' },
  ),
  spool: Type.Object(
    {
      bytes: count('Read and not yet acknowledged.'),
      limit_bytes: count('Room for it.'),
      batches: count('In so many batches.'),
      is_full: Type.Boolean({ description: 'Nothing more is read until something is acknowledged.' }),
    },
    { description: 'What the agent holds until the appliance has it.' },
  ),
  lag_seconds: Type.Number({ minimum: 0, description: 'Age of the oldest event that the appliance does not have.' }),
  events_read: count('Events read since the agent started.'),
  events_acknowledged: count('Events that the appliance has acknowledged since then.'),
  possible_losses: Type.Array(
    Type.Object({
      at: Instant('When.'),
      reason: text('What happened.', 500),
      bytes: count('How much, as far as known.'),
    }),
    { maxItems: 20, description: 'Where events may have been lost on the probe, newest last.' },
  ),
  files: Type.Optional(
    Type.Object(
      {
        waiting: count('Files that Suricata stored and that are not uploaded yet, when the agent last looked.'),
        waiting_bytes: count('What they take.'),
        uploaded: count('Files uploaded since the agent started.'),
        refused: count('Files that the appliance did not take since then, for example because they are too large.'),
        given_up: count('Files removed from a full file store before they were uploaded, since then.'),
      },
      { description: 'Files on the probe. Agents before 0.2.0 do not report it.' },
    ),
  ),
  memory_bytes: count('Memory that the agent uses.'),
})
export type ProbeHealthReport = Static<typeof ProbeHealthReport>

/** The same as the appliance stores and returns it. */
export const ProbeHealth = Type.Object(
  {
    ...ProbeHealthReport.properties,
    clock_offset_ms: Type.Integer({ description: 'The clock of the probe minus that of the appliance.' }),
    reported_at: Instant('When the probe last reported, by the clock of the appliance.'),
  },
  { description: 'What a probe last told of itself.' },
)
export type ProbeHealth = Static<typeof ProbeHealth>

export const probeHealthExample: ProbeHealth = {
  agent_version: '0.1.0',
  host_time: '2026-11-16T09:12:33.412Z',
  suricata_version: '8.0.1',
  ruleset_version: null,
  capture: { packets: 81_234_567, dropped: 12, loss_percent: 0.00002 },
  eve: { file: '/var/log/suricata/eve.json', unread_bytes: 0, held_files: 0, held_bytes: 0 },
  spool: { bytes: 48_120, limit_bytes: 1_073_741_824, batches: 1, is_full: false },
  lag_seconds: 0.4,
  events_read: 912_345,
  events_acknowledged: 912_301,
  possible_losses: [],
  files: { waiting: 2, waiting_bytes: 81_920, uploaded: 412, refused: 1, given_up: 0 },
  memory_bytes: 71_303_168,
  clock_offset_ms: -12,
  reported_at: '2026-11-16T09:12:33.431Z',
}
