import { type Static, Type } from 'typebox'
import { alertExample } from './alert-examples.ts'
import { AlertMarkChange, mostMarked } from './alert-marks.ts'
import { filterProperties } from './filter-schemas.ts'

/** Limits of jobs: alerts of one job, unfinished jobs of one account, rows per answer, and days until they are removed. */
export const jobLimits = { alerts: 2_000_000, running: 3, rows: 100, exceptions: 1_000, keptDays: 90 } as const

export const jobStates = ['running', 'finished', 'failed', 'undoing', 'undone'] as const
export const jobExceptionReasons = ['changed', 'too-many-tags'] as const

/** The filters of the listing. */
export const JobFilter = Type.Object(filterProperties, {
  additionalProperties: false,
  description: 'All alerts that match these filters of `GET /api/alerts`. No filter means all alerts.',
})

const ofFilter = {
  filter: Type.Optional(JobFilter),
  cluster: Type.Optional(
    Type.String({
      maxLength: 512,
      description: 'All alerts of a cluster: its `self`.',
    }),
  ),
  ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 80, description: '`uuid` or `id` of an alert.' }), {
      minItems: 1,
      maxItems: mostMarked,
      description: 'These alerts.',
    }),
  ),
}

export const NewAlertJob = Type.Object(
  {
    ...ofFilter,
    as_of: Type.Optional(
      Type.String({
        maxLength: 16_384,
        description:
          'Only together with `filter`: the job changes exactly the alerts that were counted. From `GET /api/alerts/summary` with `as_of=now` and the same filter; not made by hand.',
      }),
    ),
    change: AlertMarkChange,
  },
  {
    additionalProperties: false,
    examples: [{ ids: [alertExample.uuid], change: { status: 'acknowledged' } }],
  },
)
export type NewAlertJob = Static<typeof NewAlertJob>

const count = (description: string) => Type.Integer({ minimum: 0, description })
const Instant = (description: string) => Type.String({ description: `${description}: UTC, with milliseconds.` })
const OrNull = <Schema extends ReturnType<typeof Instant>>(schema: Schema) => Type.Union([schema, Type.Null()])

const JobUndo = Type.Object({
  requested_by: Type.String({ description: 'The user.' }),
  requested_at: Instant('When'),
  ended_at: OrNull(Instant('When it ended; null while it runs')),
  restored: count('Alerts that have their previous state again.'),
  changed: count('Alerts that someone changed after the job: left alone.'),
  missing: count('Alerts that retention has removed since the job. 0 while the undo runs.'),
})

/** A job and its progress. */
export const AlertJob = Type.Object({
  id: Type.Integer({ minimum: 1, examples: [1] }),
  state: Type.Enum([...jobStates], {
    description:
      '`failed`: it ended early, see `failure`. `undoing` and `undone`: its changes are or were taken back; an undo also stops a running job.',
  }),
  created_by: Type.String({ description: 'The user.' }),
  created_at: Instant('When'),
  ended_at: OrNull(Instant('When it ended; null while it runs')),
  filter: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
    description: 'The filter that its alerts matched; null: they were named.',
  }),
  change: Type.Object(AlertMarkChange.properties, { description: 'What it sets.' }),
  matching: count('Its alerts when it started.'),
  done: count('Alerts that it changed.'),
  skipped: count('Alerts that already were as wanted, or that cannot be because they would have more than 20 tags.'),
  changed: count('Alerts that someone else changed after they were counted: left alone.'),
  missing: count('Alerts that retention removed before the job reached them. 0 while it runs.'),
  failure: Type.Union([Type.String(), Type.Null()], { description: 'Why it ended early.' }),
  undo: Type.Union([JobUndo, Type.Null()], { description: 'The undo, if there is one.' }),
  self: Type.String({ description: 'The URL of the job.' }),
})
export type AlertJob = Static<typeof AlertJob>

/** An alert that a job, or its undo, left alone. */
export const JobException = Type.Object({
  uuid: Type.String({ examples: [alertExample.uuid] }),
  reason: Type.Enum([...jobExceptionReasons], {
    description: '`changed`: someone else changed it. `too-many-tags`: it would have more than 20 tags.',
  }),
  self: Type.String({ description: 'The URL of the alert.' }),
})
export type JobException = Static<typeof JobException>
