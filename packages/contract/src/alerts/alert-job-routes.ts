import { type Static, Type } from 'typebox'
import { alertExample } from './alert-examples.ts'
import { AlertJob, JobException, jobLimits, NewAlertJob } from './alert-jobs.ts'
import { nextLink } from '../next-link.ts'
import { commonFailures, failures } from '../problems/problem.ts'

const example = {
  id: 1,
  state: 'finished' as const,
  created_by: 'olga',
  created_at: '2026-11-14T10:02:11.020Z',
  ended_at: '2026-11-14T10:02:14.310Z',
  filter: { status: ['open'], name: alertExample.name },
  change: { status: 'acknowledged' as const },
  matching: 1_187,
  done: 1_180,
  skipped: 0,
  changed: 7,
  missing: 0,
  failure: null,
  undo: null,
  self: '/api/alerts/jobs/1',
}

const Params = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Of a job.', examples: [1] }),
})

const one = { 200: { ...AlertJob, description: 'The job.', examples: [example] } }
const reading = ['invalid-request', 'job-not-found', ...commonFailures] as const

export const startAlertJob = {
  operationId: 'startAlertJob',
  tags: ['Alerts'],
  summary: 'Change many alerts',
  description: `Sets status, note, tags, verdict or assignee of all alerts of a filter or a cluster, or of up to 1,000 named alerts, as a job. Exactly one of \`filter\`, \`cluster\` and \`ids\` is given. The set is fixed when the job starts or, with \`as_of\`, when the alerts were counted: alerts that arrive later do not belong to it, and alerts that someone else changes in the meantime stay as they are. The job continues after a restart and changes no alert twice. At most ${jobLimits.alerts.toLocaleString('en')} alerts, and ${jobLimits.running} unfinished jobs of a user. Start and end are audited; each change is in the history of its alert. Jobs are kept for ${jobLimits.keptDays} days.`,
  body: NewAlertJob,
  response: {
    201: { ...AlertJob, description: 'The job has started. A small one may be finished.', examples: [example] },
    ...failures(
      'invalid-request',
      'as-of-invalid',
      'alert-not-found',
      'cluster-not-found',
      ...commonFailures,
      'payload-too-large',
      'unsupported-media-type',
      'job-too-large',
      'query-too-expensive',
      'too-many-jobs',
      'too-many-requests',
      'arrival-unavailable',
      'engine-unavailable',
      'engine-timeout',
    ),
  },
}

export const readAlertJob = {
  operationId: 'readAlertJob',
  tags: ['Alerts'],
  summary: 'Progress of a job',
  description: 'How far a job is: `done`, `skipped` and `changed` out of `matching`.',
  params: Params,
  response: { ...one, ...failures(...reading) },
}

export const undoAlertJob = {
  operationId: 'undoAlertJob',
  tags: ['Alerts'],
  summary: 'Undo a job',
  description:
    'Gives the alerts of a job the state that they had before it, except for those that someone changed after it: `GET /api/alerts/jobs/{id}/exceptions` lists them. Stops the job if it is running. A second call has no effect and returns the job. Alerts that were removed by retention cannot be restored.',
  params: Params,
  response: { ...one, ...failures(...reading) },
}

export const AlertJobParameters = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: jobLimits.rows, default: 20, description: 'Jobs in one answer.' }),
    ),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only jobs before this `id`. From a `Link` of the answer before.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type AlertJobParameters = Static<typeof AlertJobParameters>

export const listAlertJobs = {
  operationId: 'listAlertJobs',
  tags: ['Alerts'],
  summary: 'Jobs on alerts',
  description: 'The jobs of all users, newest first.',
  querystring: AlertJobParameters,
  response: {
    200: {
      ...Type.Array(AlertJob),
      description: 'Newest first.',
      headers: nextLink('/api/alerts/jobs?limit=20&before=17'),
      examples: [[example]],
    },
    ...failures('invalid-request', ...commonFailures),
  },
}

export const JobExceptionParameters = Type.Object(
  {
    of: Type.Optional(
      Type.Enum(['job', 'undo'], { default: 'job', description: 'Alerts that the job left alone, or its undo.' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: jobLimits.exceptions, default: 100, description: 'Alerts in one answer.' }),
    ),
    after: Type.Optional(
      Type.String({ maxLength: 80, description: 'Only alerts after this `uuid`. From a `Link` of the answer before.' }),
    ),
  },
  { additionalProperties: false },
)
export type JobExceptionParameters = Static<typeof JobExceptionParameters>

export const listJobExceptions = {
  operationId: 'listJobExceptions',
  tags: ['Alerts'],
  summary: 'Alerts that a job left alone',
  description: 'Alerts that a job, or its undo, did not change because someone else did, or because of their tags.',
  params: Params,
  querystring: JobExceptionParameters,
  response: {
    200: {
      ...Type.Array(JobException),
      description: 'In the order of `uuid`.',
      headers: nextLink(`/api/alerts/jobs/1/exceptions?of=job&limit=100&after=${alertExample.uuid}`),
      examples: [[{ uuid: alertExample.uuid, reason: 'changed', self: alertExample.self }]],
    },
    ...failures(...reading),
  },
}
