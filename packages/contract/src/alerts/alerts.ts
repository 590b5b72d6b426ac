import { type Static, Type } from 'typebox'
import { AlertMark } from './alert-marks.ts'
import { AlertParameters } from './alert-parameters.ts'
import { alertDetailExample, alertExample } from './alert-examples.ts'
import { detectorTypes } from '../names/alert-names.ts'
import { ledgerHeaders } from '../probes/ledger.ts'
import { nextLink } from '../next-link.ts'
import { commonFailures, failures } from '../problems/problem.ts'

/** The probe of an event. */
export const ProbeReference = Type.Object(
  {
    id: Type.Integer({ examples: [7] }),
    fqdn: Type.String({ examples: ['probe-07.example.test'] }),
    is_paired: Type.Boolean({ description: 'Whether it has a certificate that is neither revoked nor expired.' }),
  },
  { description: 'The probe.' },
)
export type ProbeReference = Static<typeof ProbeReference>

/** One named part of a risk. */
export const RiskContribution = Type.Object({
  name: Type.String({ examples: ['severity'] }),
  points: Type.Integer({ description: 'May be negative.', examples: [30] }),
  reason: Type.String({ examples: ['severity 1'] }),
})

const alertFields = {
  id: Type.String({
    description: 'When it happened, with milliseconds. Two alerts may share it; `uuid` tells them apart.',
    examples: [alertExample.id],
  }),
  name: Type.String({ description: 'Short name of what was detected.', examples: [alertExample.name] }),
  date: Type.String({ description: 'When it happened: UTC, no fraction, no zone.', examples: [alertExample.date] }),
  probe: ProbeReference,
  description: Type.String({ description: 'One sentence about it.' }),
  src_ip: Type.String({ description: 'Empty if the event has none.', examples: [alertExample.src_ip] }),
  dest_ip: Type.String({ description: 'Empty if the event has none.', examples: [alertExample.dest_ip] }),
  risk: Type.Integer({ minimum: 0, maximum: 100, description: 'The sum of its contributions.' }),
  type: Type.Enum([...detectorTypes], { description: 'The detector.' }),
  uuid: Type.String({ description: 'Identity, the same for every resend.', examples: [alertExample.uuid] }),
  event_type: Type.String({ description: 'Kind of event.', examples: ['alert'] }),
  severity: Type.Union([Type.Integer(), Type.Null()], { description: "The detector's own: 1 is worst, 3 is mild." }),
  received: Type.String({ description: 'When it arrived here.', examples: [alertExample.received] }),
  mark: AlertMark,
  self: Type.String({ description: 'The address of the alert.' }),
  timestamp_claimed: Type.Optional(
    Type.String({
      description:
        'Only when the clock of the sensor was wrong: the time that it sent, as text. `id` and `date` are then the arrival.',
      examples: ['1970-01-01T00:02:11.482113+0000'],
    }),
  ),
}
const contributions = Type.Array(RiskContribution, { description: 'What the risk is the sum of.' })
const document = Type.Unknown({
  description: 'The document as it is stored; null if it was removed a moment ago.',
})

/** A row of the listing. */
export const Alert = Type.Object({
  ...alertFields,
  contributions: Type.Optional(contributions),
  document: Type.Optional(document),
})
export type Alert = Static<typeof Alert>

const AlertLink = Type.Object({ uuid: Type.String(), self: Type.String() })

const RelatedEvent = Type.Object({
  uuid: Type.String(),
  date: Type.String({ description: 'When it happened, with milliseconds.' }),
  event_type: Type.String(),
  type: Type.String({ description: 'The detector.' }),
  severity: Type.Union([Type.Integer(), Type.Null()]),
  probe: ProbeReference,
  alert: Type.Union([Type.Object({ name: Type.String(), risk: Type.Integer(), self: Type.String() }), Type.Null()], {
    description: 'If it is an alert itself.',
  }),
})

const ClusterLink = Type.Object({
  ip: Type.String(),
  type_ip: Type.Enum(['src', 'dest']),
  frequency: Type.Enum(['hour', 'day']),
  self: Type.String(),
})

/** An alert with all details. */
export const AlertDetail = Type.Object({
  ...alertFields,
  policy_version: Type.Integer({ description: 'Version of the policy that scored it.' }),
  contributions,
  document,
  same_id: Type.Array(AlertLink, { description: 'Further alerts of the same instant, which share its `id`.' }),
  related: Type.Object(
    {
      events: Type.Array(RelatedEvent),
      is_complete: Type.Boolean({ description: 'False: there are more than the 100 that are listed.' }),
    },
    {
      description:
        'Events of the same flow within a day, oldest first: from any probe by Community ID, from its own probe by flow id too.',
    },
  ),
  clusters: Type.Array(ClusterLink, { description: 'The clusters that it counts in.' }),
})
export type AlertDetail = Static<typeof AlertDetail>

const headers = {
  ...nextLink('/api/alerts?cursor=eyJ2IjoxLCJzIjoiZGF0ZV9kZXNjIn0'),
  'total-count': Type.Integer({ description: 'How many match in all.' }),
  'total-count-relation': Type.Enum(['eq', 'gte'], {
    description: '`eq`: the count is exact. `gte`: there are at least so many; `total=exact` counts them all.',
  }),
  ...ledgerHeaders,
}

const listing = {
  tags: ['Alerts'],
  response: {
    200: {
      ...Type.Array(Alert),
      description: 'Alerts, in the order asked for.',
      headers,
      examples: [[alertExample]],
    },
    ...failures(
      'invalid-request',
      'cursor-invalid',
      'cursor-of-another-log',
      ...commonFailures,
      'payload-too-large',
      'unsupported-media-type',
      'query-too-expensive',
      'too-many-requests',
      'arrival-unavailable',
      'engine-unavailable',
      'engine-timeout',
    ),
  },
}

const about =
  'Alerts of all detectors and probes, newest first unless told otherwise. An answer is never cut in silence: while there is more, the header `Link` leads on, and every page costs the same however deep it is. Collectors use `order=arrival`, whose `Link` always leads on.'

export const listAlerts = {
  ...listing,
  operationId: 'listAlerts',
  summary: 'List alerts',
  description: `${about} A parameter that does not exist is refused rather than ignored.`,
  querystring: AlertParameters,
}

export const listAlertsByBody = {
  ...listing,
  operationId: 'listAlertsByBody',
  summary: 'List alerts, filters in the body',
  description: `${about} The same as the GET, with the same names in a JSON object; no body means no filter.`,
  'x-optional-body': true,
  body: { ...AlertParameters, examples: [{ risk_min: 50, sort_by: 'risk_desc', limit: 100 }] },
}

export const readAlert = {
  operationId: 'readAlert',
  tags: ['Alerts'],
  summary: 'One alert',
  description:
    'By `uuid` or by `id`. If several alerts share the id, the one that arrived last is answered and the others are linked.',
  params: Type.Object({
    id: Type.String({ maxLength: 80, description: '`uuid` or `id` of an alert.', examples: [alertExample.uuid] }),
  }),
  response: {
    200: { ...AlertDetail, description: 'The alert.', headers: ledgerHeaders, examples: [alertDetailExample] },
    ...failures(
      'alert-not-found',
      ...commonFailures,
      'query-too-expensive',
      'too-many-requests',
      'engine-unavailable',
      'engine-timeout',
    ),
  },
}
