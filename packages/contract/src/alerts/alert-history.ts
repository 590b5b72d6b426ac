import { type Static, type TSchema, Type } from 'typebox'
import { alertStatuses, alertVerdicts } from '../names/alert-names.ts'
import { nextLink } from '../next-link.ts'
import { commonFailures, failures } from '../problems/problem.ts'
import { alertExample } from './alert-examples.ts'

/** Entries per answer: the default and the maximum. */
export const historyLimits = { usual: 100, most: 1_000 } as const

const Changed = <Value extends TSchema>(value: Value) => Type.Optional(Type.Object({ from: value, to: value }))
const Verdict = Type.Union([Type.Enum([...alertVerdicts]), Type.Null()])
const Name = Type.Union([Type.String(), Type.Null()])

/** One change of what analysts set on an alert. */
export const AlertHistoryEntry = Type.Object({
  id: Type.Integer({ description: 'Ascending: a later change of the same alert has a higher one.', examples: [4711] }),
  changed_at: Type.String({ description: 'When: UTC.', examples: ['2026-11-14T10:02:11.020Z'] }),
  changed_by: Type.String({ description: 'The user.', examples: ['olga'] }),
  changes: Type.Object(
    {
      status: Changed(Type.Enum([...alertStatuses])),
      note: Changed(Type.String()),
      tags: Changed(Type.Array(Type.String())),
      verdict: Changed(Verdict),
      reason: Changed(Type.String()),
      assignee: Changed(Name),
    },
    { description: 'The members of the mark that changed, each with its old and new value.' },
  ),
})
export type AlertHistoryEntry = Static<typeof AlertHistoryEntry>

export const AlertHistoryParameters = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: historyLimits.most,
        default: historyLimits.usual,
        description: 'Entries in one answer. More are behind the `Link` with `rel="next"`.',
      }),
    ),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only changes before this `id`. From a `Link` of the answer before.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type AlertHistoryParameters = Static<typeof AlertHistoryParameters>

const example = {
  id: 4_711,
  changed_at: '2026-11-14T10:02:11.020Z',
  changed_by: 'olga',
  changes: { status: { from: 'open', to: 'acknowledged' }, note: { from: '', to: 'Asked the owner of the host.' } },
}

export const listAlertHistory = {
  operationId: 'listAlertHistory',
  tags: ['Alerts'],
  summary: 'History of an alert',
  description:
    'Every change of status, note, tags, verdict and assignee, newest first: who, when, and the old and new value. It is kept as long as the alert.',
  params: Type.Object({
    id: Type.String({ maxLength: 80, description: '`uuid` or `id` of an alert.', examples: [alertExample.uuid] }),
  }),
  querystring: AlertHistoryParameters,
  response: {
    200: {
      ...Type.Array(AlertHistoryEntry),
      description: 'Newest first.',
      headers: nextLink(`/api/alerts/${alertExample.uuid}/history?before=4711`),
      examples: [[example]],
    },
    ...failures(
      'invalid-request',
      'alert-not-found',
      ...commonFailures,
      'too-many-requests',
      'engine-unavailable',
      'engine-timeout',
    ),
  },
}

export const listAssignees = {
  operationId: 'listAssignees',
  tags: ['Alerts'],
  summary: 'Users that alerts can be assigned to',
  description: 'The names of enabled users who may change alerts, in alphabetical order. Nothing else about them.',
  response: {
    200: {
      ...Type.Array(Type.String({ examples: ['olga'] })),
      description: 'User names.',
      examples: [['olga', 'omar']],
    },
    ...failures(...commonFailures),
  },
}
