import { type Static, Type } from 'typebox'
import { alertGroupExample } from './alert-examples.ts'
import { Alert } from './alerts.ts'
import { orderParameter } from './alert-parameters.ts'
import { filterProperties } from './filter-schemas.ts'
import { ledgerHeaders } from '../probes/ledger.ts'
import { nextLink } from '../next-link.ts'
import { commonFailures, failures } from '../problems/problem.ts'

/** Groups in one answer: the default and the maximum; and how many can be paged through. */
export const groupLimits = { usual: 100, most: 1_000, deepest: 10_000 } as const

/** The filters of the listing, and the page of groups. */
export const AlertGroupParameters = Type.Object(
  {
    ...filterProperties,
    sort_by: orderParameter(
      'Groups are in the order of their first alerts in this order: by `date_desc`, of their newest ones.',
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: groupLimits.most,
        default: groupLimits.usual,
        description: `Groups in one answer. More are behind the \`Link\` with \`rel="next"\`, up to ${groupLimits.deepest} groups.`,
      }),
    ),
    cursor: Type.Optional(
      Type.String({ maxLength: 1_024, description: 'From a `Link` of the answer before; not made by hand.' }),
    ),
  },
  { additionalProperties: false },
)

/** A row of the listing of groups. */
export const AlertGroup = Type.Object({
  group: Type.String({
    description: 'Identity of the group: the filter `group` lists its alerts.',
    examples: [alertGroupExample.group],
  }),
  count: Type.Integer({ minimum: 1, description: 'Alerts of the group that match; exact.' }),
  first: Type.String({ description: 'When the first of them happened.', examples: [alertGroupExample.first] }),
  last: Type.String({ description: 'When the last of them happened.', examples: [alertGroupExample.last] }),
  risk: Type.Integer({ minimum: 0, maximum: 100, description: 'The highest risk among them.' }),
  alert: Type.Object(Alert.properties, { description: 'The first alert of the group in the order of the listing.' }),
})
export type AlertGroup = Static<typeof AlertGroup>

export const listAlertGroups = {
  operationId: 'listAlertGroups',
  tags: ['Alerts'],
  summary: 'List alerts, grouped',
  description:
    'Groups of alerts with the same signature, source and destination, with the same filters as the listing. An answer counts exactly the alerts that the listing returns.',
  querystring: AlertGroupParameters,
  response: {
    200: {
      ...Type.Array(AlertGroup),
      description: 'Groups, in the order asked for.',
      headers: {
        ...nextLink('/api/alerts/groups?cursor=eyJ2IjoxLCJzIjoiZGF0ZV9kZXNjIn0'),
        ...ledgerHeaders,
      },
      examples: [[alertGroupExample]],
    },
    ...failures(
      'invalid-request',
      'cursor-invalid',
      ...commonFailures,
      'query-too-expensive',
      'too-many-requests',
      'engine-unavailable',
      'engine-timeout',
    ),
  },
}
