import { type Static, Type } from 'typebox'
import { commonParameters } from './alert-parameters.ts'
import { Alert, ProbeReference, RiskContribution } from './alerts.ts'
import { clusterDetailExample, clusterExample } from './cluster-examples.ts'
import { ledgerHeaders } from '../probes/ledger.ts'
import { nextLink } from '../next-link.ts'
import { commonFailures, failures } from '../problems/problem.ts'

export const clusterSorts = ['date', 'risk', 'src', 'ip', 'number_alerts'] as const
/** Every accepted spelling: `date`, `date_asc`, `date_desc` and `-date`. */
const clusterSortNames = clusterSorts.flatMap((name) => [name, `${name}_asc`, `${name}_desc`, `-${name}`] as const)
export const clusterSides = ['src', 'dest', 'both'] as const

const angle = {
  frequency: Type.Optional(
    Type.Enum(['hour', 'day'], {
      default: 'hour',
      description: 'Time frame, in UTC: its start included, its end not.',
    }),
  ),
  type_ip: Type.Optional(
    Type.Enum([...clusterSides], {
      default: 'src',
      description:
        'Side of the address: as source, as destination, or `both`, which counts an alert under each of its addresses.',
    }),
  ),
}

/** Filters and order of clusters, as query parameters of a GET or as the body of a POST. */
export const ClusterParameters = Type.Object(
  {
    ...commonParameters,
    ...angle,
    sort_by: Type.Optional(
      Type.Enum(clusterSortNames, {
        default: 'date_desc',
        description: `${clusterSorts.map((each) => `\`${each}\``).join(', ')}, each with \`_asc\` or \`_desc\`; a bare name is ascending, a minus before it descending. \`src\` and \`ip\` both sort by the address.`,
      }),
    ),
    expand: Type.Optional(
      Type.Enum(['contributions'], { description: 'Puts into each row what its score is the sum of.' }),
    ),
    has_open: Type.Optional(
      Type.Boolean({
        description:
          '`true`: clusters with at least one open alert; `false`: those with none. Follows a change of status within seconds.',
      }),
    ),
    risk_min: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Least risk score, included.' })),
    risk_max: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Greatest risk score, included.' })),
  },
  { additionalProperties: false },
)

const number_alerts = Type.Integer({ minimum: 1 })

const clusterFields = {
  id: Type.String({
    description:
      'The address, a hyphen and the start of the frame. `frequency`, `type_ip` and `probe_id` belong to it.',
    examples: [clusterExample.id],
  }),
  ip: Type.String({ description: 'The address that the alerts share.', examples: [clusterExample.ip] }),
  number_alerts,
  open: Type.Integer({
    minimum: 0,
    description:
      'Alerts with the status `open`. These three counts add up to `number_alerts`, and follow a change of status within seconds; after a change of hundreds of thousands of alerts it can take an hour.',
  }),
  acknowledged: Type.Integer({ minimum: 0, description: 'Alerts with the status `acknowledged`.' }),
  closed: Type.Integer({ minimum: 0, description: 'Alerts with the status `closed`.' }),
  average_risk: Type.Number({ description: 'Average risk of its alerts, to two decimals.' }),
  risk_score: Type.Integer({ minimum: 0, maximum: 100, description: 'The sum of its contributions.' }),
  date: Type.String({ description: 'Start of the frame: UTC, no fraction, no zone.', examples: [clusterExample.date] }),
  description: Type.String({ description: 'One sentence about it.' }),
  malware_codeanalysis: Type.Integer({ description: 'Alerts of the malware engine and the code engine.' }),
  type_ip: Type.Enum([...clusterSides], { description: 'Side of the address, as asked for.' }),
  probe: ProbeReference,
  probes: Type.Array(ProbeReference, { description: 'Every probe that saw its alerts, by number; 100 at most.' }),
  number_probes: Type.Integer(),
  network_engine: Type.Integer({ description: 'Alerts of this detector.' }),
  malware_engine: Type.Integer({ description: 'Alerts of this detector.' }),
  code_engine: Type.Integer({ description: 'Alerts of this detector.' }),
  worst_risk: Type.Integer({ description: 'Risk of its worst alert.' }),
  first: Type.String({ description: 'When its first alert happened.' }),
  last: Type.String({ description: 'When its last alert happened.' }),
  number_signatures: Type.Integer({ description: 'Different names of its alerts; 10,000 means as many or more.' }),
  signatures: Type.Array(Type.Object({ name: Type.String(), number_alerts }), {
    description: 'The five most frequent names.',
  }),
  number_peers: Type.Integer({
    description: 'Other addresses that its alerts are about; 10,000 means as many or more.',
  }),
  peers: Type.Array(Type.Object({ ip: Type.String(), number_alerts }), {
    description: 'The five most frequent of them.',
  }),
  frequency: Type.Enum(['hour', 'day']),
  self: Type.String({ description: 'The address of the cluster.' }),
}

const contributions = Type.Array(RiskContribution, { description: 'What the risk score is the sum of.' })

/** A row of the listing. */
export const Cluster = Type.Object({ ...clusterFields, contributions: Type.Optional(contributions) })
export type Cluster = Static<typeof Cluster>

/** A cluster with its score explained and its alerts. */
export const ClusterDetail = Type.Object({
  ...clusterFields,
  policy_version: Type.Integer({ description: 'Version of the policy that scored it: the newest among its alerts.' }),
  contributions,
  alerts: Type.Array(Alert, { description: 'Its worst alerts; 100 at most.' }),
  alerts_link: Type.String({ description: 'The address that lists all of its alerts.' }),
})
export type ClusterDetail = Static<typeof ClusterDetail>

const refusals = failures(
  'invalid-request',
  'cursor-invalid',
  ...commonFailures,
  'payload-too-large',
  'unsupported-media-type',
  'query-too-expensive',
  'too-many-requests',
  'engine-unavailable',
  'engine-timeout',
)

const about =
  'Alerts grouped by address and time frame. A cluster follows its alerts within 15 seconds, also when they arrive long after they happened.'

const listing = {
  tags: ['Alerts'],
  response: {
    200: {
      ...Type.Array(Cluster),
      description: 'Clusters, in the order asked for.',
      headers: {
        ...nextLink(),
        'total-count': Type.Integer({ description: 'How many match in all.' }),
        'total-count-relation': Type.Enum(['eq', 'gte'], { description: '`gte`: there are at least so many.' }),
        ...ledgerHeaders,
      },
      examples: [[clusterExample]],
    },
    ...refusals,
  },
}

export const listClusters = {
  ...listing,
  operationId: 'listClusters',
  summary: 'List clusters',
  description: `${about} \`date_from\` and \`date_to\` are about the start of the frame.`,
  querystring: ClusterParameters,
}

export const listClustersByBody = {
  ...listing,
  operationId: 'listClustersByBody',
  summary: 'List clusters, filters in the body',
  description: `${about} The same as the GET, with the same names in a JSON object.`,
  'x-optional-body': true,
  body: { ...ClusterParameters, examples: [{ frequency: 'day', sort_by: 'risk_desc', limit: 100 }] },
}

export const readCluster = {
  operationId: 'readCluster',
  tags: ['Alerts'],
  summary: 'One cluster',
  description: 'With what its score is the sum of, and its worst alerts.',
  params: Type.Object({ id: Type.String({ maxLength: 80, examples: [clusterExample.id] }) }),
  querystring: Type.Object({ ...angle, probe_id: commonParameters.probe_id }, { additionalProperties: false }),
  response: {
    200: { ...ClusterDetail, description: 'The cluster.', headers: ledgerHeaders, examples: [clusterDetailExample] },
    ...failures('cluster-not-found'),
    ...refusals,
  },
}
