import { type Static, Type } from 'typebox'
import { alertExample } from './alert-examples.ts'
import { alertStatuses, alertVerdicts } from '../names/alert-names.ts'
import { commonFailures, failures } from '../problems/problem.ts'
import { Line, Lines } from '../text.ts'

/** Maximum number of alerts in one call. */
export const mostMarked = 1_000

const Tag = Type.String({
  minLength: 1,
  maxLength: 32,
  pattern: '^[A-Za-z0-9_.:-]+$',
  examples: ['phishing'],
  description: 'Letters, digits, `_`, `.`, `:` and `-`.',
})

/** An analyst's mark on an alert. */
export const AlertMark = Type.Object(
  {
    status: Type.Enum([...alertStatuses], { description: '`open` until someone says otherwise.' }),
    note: Type.String({ description: 'Free text.' }),
    tags: Type.Array(Type.String()),
    verdict: Type.Union([Type.Enum([...alertVerdicts]), Type.Null()], {
      description: 'What the alert turned out to be; null until someone decides.',
    }),
    reason: Type.String({ description: 'Of the verdict.' }),
    assignee: Type.Union([Type.String(), Type.Null()], { description: 'The user who works on it; null: no one.' }),
    changed_at: Type.Union([Type.String(), Type.Null()], { description: 'When; null if no one said anything yet.' }),
    changed_by: Type.Union([Type.String(), Type.Null()], { description: 'Who.' }),
  },
  { description: 'What analysts said of it.' },
)
export type AlertMark = Static<typeof AlertMark>

const change = {
  status: Type.Optional(Type.Enum([...alertStatuses])),
  note: Type.Optional(
    Lines({ maxLength: 4_096, description: 'Takes the place of the old one. Tabs and line breaks are taken.' }),
  ),
  tags: Type.Optional(Type.Array(Tag, { maxItems: 20, description: 'All tags; takes the place of the old ones.' })),
  add_tags: Type.Optional(Type.Array(Tag, { maxItems: 20 })),
  remove_tags: Type.Optional(Type.Array(Tag, { maxItems: 20 })),
  verdict: Type.Optional(
    Type.Union([Type.Enum([...alertVerdicts]), Type.Null()], {
      description: 'Null removes the verdict and its reason.',
    }),
  ),
  reason: Type.Optional(
    Lines({
      maxLength: 1_024,
      description: 'Why this verdict; only together with `verdict`. Another verdict without a reason has none.',
    }),
  ),
  assignee: Type.Optional(
    Type.Union([Line({ minLength: 1, maxLength: 128 }), Type.Null()], {
      description: 'A user name from `GET /api/alerts/assignees`. Null removes the assignee.',
    }),
  ),
}

export const AlertMarkChange = Type.Object(change, {
  additionalProperties: false,
  minProperties: 1,
  examples: [{ status: 'acknowledged', note: 'Asked the owner of the host.', add_tags: ['phishing'] }],
})
export type AlertMarkChange = Static<typeof AlertMarkChange>

export const AlertMarksChange = Type.Object(
  {
    ids: Type.Array(Type.String({ minLength: 1, maxLength: 80, description: '`uuid` or `id` of an alert.' }), {
      minItems: 1,
      maxItems: mostMarked,
    }),
    ...change,
  },
  {
    additionalProperties: false,
    minProperties: 2,
    examples: [{ ids: [alertExample.uuid], status: 'closed', add_tags: ['false-positive'] }],
  },
)
export type AlertMarksChange = Static<typeof AlertMarksChange>

const refusals = failures(
  'invalid-request',
  'alert-not-found',
  ...commonFailures,
  'payload-too-large',
  'unsupported-media-type',
  'too-many-requests',
  'engine-unavailable',
  'engine-timeout',
)

export const markAlert = {
  operationId: 'markAlert',
  tags: ['Alerts'],
  summary: 'Mark an alert',
  description:
    'Sets status, note, tags, verdict or assignee of one alert and leaves the rest as it is. The stored event does not change. Each change is audited and kept in the history of the alert. A request that changes nothing leaves no trace: `changed_at` and `changed_by` stay.',
  params: Type.Object({ id: Type.String({ maxLength: 80, examples: [alertExample.uuid] }) }),
  body: AlertMarkChange,
  response: { 200: { ...AlertMark, description: 'The mark, as it is from now on.' }, ...refusals },
}

export const markAlerts = {
  operationId: 'markAlerts',
  tags: ['Alerts'],
  summary: 'Mark several alerts',
  description: `Does the same to each of up to ${mostMarked} alerts, or, when one is not found, to none.`,
  body: AlertMarksChange,
  response: { 204: Type.Null({ description: 'All of them are marked.' }), ...refusals },
}
