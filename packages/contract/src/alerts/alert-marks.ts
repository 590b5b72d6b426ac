import { type Static, Type } from 'typebox'
import { alertExample } from './alert-examples.ts'
import { alertStatuses } from '../names/alert-names.ts'
import { commonFailures, failures } from '../problems/problem.ts'
import { Lines } from '../text.ts'

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
    'Sets status, note or tags of one alert and leaves the rest as it is. The stored event does not change. Each change is audited.',
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
