import { type Static, type TOptional, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { commonFailures, failures } from '../problems/problem.ts'

/** All settings that an operator changes at run time: type, bounds, default and description, in one place. */
export const Settings = Type.Object(
  {
    session_age_seconds: Type.Integer({
      minimum: 300,
      maximum: 86_400,
      default: 28_800,
      description: 'How long a token of a log-in lives, used or idle. Holds for tokens issued from then on.',
      'x-changed-by': 'administrator',
    }),
    session_max_days: Type.Integer({
      minimum: 1,
      maximum: 30,
      default: 7,
      description:
        'Days after a log-in at which its session ends, however often its token was refreshed. A lower number also ends sessions that are older.',
      'x-changed-by': 'administrator',
    }),
    cookie_idle_minutes: Type.Integer({
      minimum: 5,
      maximum: 1_440,
      default: 30,
      description:
        "Minutes without a request after which a browser's session ends; the coverage that every page reads by itself does not count. Tokens and API keys have no such limit.",
      'x-changed-by': 'administrator',
    }),
    retention_days: Type.Integer({
      minimum: 1,
      maximum: 3_650,
      default: 30,
      description:
        'Days for which events are kept. A lower number removes what is older within seconds, and it does not come back.',
      'x-changed-by': 'administrator',
    }),
    disk_limit_percent: Type.Integer({
      minimum: 5,
      maximum: 98,
      default: 80,
      description:
        'How full a disk of the search engine may be. Above it the oldest events are removed, whatever their age; what is younger than a day stays, and probes are asked to wait.',
      'x-changed-by': 'administrator',
    }),
    probe_events_per_second: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 10_000,
      description:
        'Events that a probe may send each second, at each gateway, unless it has a limit of its own. Beyond it the probe waits and loses nothing.',
      'x-changed-by': 'administrator',
    }),
    probe_silent_seconds: Type.Integer({
      minimum: 30,
      maximum: 86_400,
      default: 120,
      description:
        'Seconds without a report and without an event after which a probe counts as silent. A probe that reports but has nothing to send is not silent. Holds for silences that end from then on.',
      'x-changed-by': 'administrator',
    }),
    clock_ahead_minutes: Type.Integer({
      minimum: 1,
      maximum: 10_080,
      default: 60,
      description:
        'Minutes by which the time of an event may lie after its arrival. An event further ahead is stored at its arrival, keeps its own time in timestamp_claimed and is flagged. Holds for events that arrive from then on.',
      'x-changed-by': 'administrator',
    }),
    oldest_event_days: Type.Integer({
      minimum: 1,
      maximum: 3_650,
      default: 365,
      description:
        'Days by which the time of an event may lie before its arrival. An older event is stored at its arrival, keeps its own time in timestamp_claimed and is flagged. Holds for events that arrive from then on.',
      'x-changed-by': 'administrator',
    }),
    file_max_mib: Type.Integer({
      minimum: 1,
      maximum: 1_024,
      default: 32,
      description:
        'Size in MiB of the largest file that probes upload. A larger one is not taken, which is recorded for the probe.',
      'x-changed-by': 'administrator',
    }),
    file_storage_gib: Type.Integer({
      minimum: 1,
      maximum: 1_048_576,
      default: 10,
      description:
        'GiB that uploaded files may take. Beyond it the oldest files are removed, and probes wait with further ones.',
      'x-changed-by': 'administrator',
    }),
    file_retention_days: Type.Integer({
      minimum: 1,
      maximum: 3_650,
      default: 7,
      description: 'Days for which uploaded files are kept. A lower number removes older ones within seconds.',
      'x-changed-by': 'administrator',
    }),
    probe_file_kib_per_second: Type.Integer({
      minimum: 16,
      maximum: 1_048_576,
      default: 2_048,
      description:
        'KiB of files that a probe may upload each second, at each gateway. Beyond it the upload waits. Events are not limited by it.',
      'x-changed-by': 'administrator',
    }),
  },
  { additionalProperties: false },
)
export type Settings = Static<typeof Settings>
export type SettingName = keyof Settings

export const SettingsChange = Type.Object(
  Object.fromEntries(Object.entries(Settings.properties).map(([name, schema]) => [name, changeOf(schema)])) as {
    [Name in SettingName]: TOptional<(typeof Settings.properties)[Name]>
  },
  { additionalProperties: false, minProperties: 1, examples: [{ session_age_seconds: 3_600 }] },
)
export type SettingsChange = Static<typeof SettingsChange>

/** Without the default: a setting that a change omits must keep its value, whatever reads the schema. */
function changeOf(schema: TSchema): TSchema {
  const { default: _first, ...rest } = schema as TSchema & Bounds
  return Type.Optional(rest)
}

/** The effective settings: defaults for values that are not stored; numbers out of bounds are clamped. */
export function settingsFrom(stored: ReadonlyMap<string, unknown>): Settings {
  const entries = Object.entries(Settings.properties).map(([name, bounds]) => [name, within(bounds, stored.get(name))])
  return Value.Parse(Settings, Object.fromEntries(entries))
}

function within({ minimum, maximum, default: first }: TSchema & Bounds, value: unknown): unknown {
  if (typeof value !== 'number' || !Number.isFinite(value)) return first
  return Math.trunc(Math.min(Math.max(value, minimum ?? value), maximum ?? value))
}

interface Bounds {
  minimum?: number
  maximum?: number
  default?: unknown
}

const etag = {
  etag: Type.String({ description: 'The version of the settings, for `If-Match`.', examples: ['"7"'] }),
}

const answer = { ...Settings, examples: [settingsFrom(new Map())] }

export const readSettings = {
  operationId: 'readSettings',
  tags: ['System'],
  summary: 'Settings of the appliance',
  description: 'What operators set while the appliance runs. Every service follows a change within 2 seconds.',
  response: {
    200: { ...answer, description: 'Every setting with its present value.', headers: etag },
    ...failures(...commonFailures),
  },
}

export const SettingDescription = Type.Object(
  {
    name: Type.String({ examples: ['session_age_seconds'] }),
    description: Type.String({ description: 'What it does.' }),
    minimum: Type.Integer({ examples: [300] }),
    maximum: Type.Integer({ examples: [86_400] }),
    first_value: Type.Integer({ description: 'What it is until someone changes it.', examples: [28_800] }),
  },
  { description: 'A setting: bounds, first value and meaning.' },
)
export type SettingDescription = Static<typeof SettingDescription>

/** Every setting with its description, so that the settings page need not know any of them. */
export const settingDescriptions: readonly SettingDescription[] = Object.entries(Settings.properties).map(describe)

function describe([name, schema]: [string, TSchema]): SettingDescription {
  const { description = '', minimum, maximum, default: first } = schema as TSchema & Bounds & { description?: string }
  return { name, description, minimum: Number(minimum), maximum: Number(maximum), first_value: Number(first) }
}

export const describeSettings = {
  operationId: 'describeSettings',
  tags: ['System'],
  summary: 'What settings there are',
  description: 'Bounds, first value and meaning of every setting, in the order in which a person would look for them.',
  response: {
    200: { ...Type.Array(SettingDescription), description: 'Every setting.' },
    ...failures(...commonFailures),
  },
}

export const changeSettings = {
  operationId: 'changeSettings',
  tags: ['System'],
  summary: 'Change settings',
  description:
    'Takes the settings to be changed and leaves the others as they are; all of them or, when one is refused, none. With the header `If-Match` and the `ETag` that a reading gave, nothing is changed if someone else changed any setting since. Each change is audited with its values before and after.',
  headers: Type.Object({
    'if-match': Type.Optional(
      Type.String({ description: 'The `ETag` of the settings that were read, for example `"7"`.', maxLength: 64 }),
    ),
  }),
  body: SettingsChange,
  response: {
    200: { ...answer, description: 'Every setting, as it is from now on.', headers: etag },
    ...failures(
      'invalid-request',
      'changed-meanwhile',
      'payload-too-large',
      'unsupported-media-type',
      'confirmation-needed',
      ...commonFailures,
    ),
  },
}
