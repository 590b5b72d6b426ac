import { Type } from 'typebox'
import { filterProperties, ListOf } from './filter-schemas.ts'

export const alertOrders = ['date_asc', 'date_desc', 'risk_asc', 'risk_desc'] as const
export const alertExpansions = ['document', 'contributions'] as const

/** Rows per answer: the default, the maximum, and the maximum with documents. */
export const alertLimits = { usual: 1_000, most: 10_000, mostExpanded: 1_000, mostWaitSeconds: 60 } as const

// Optional parameters have descriptions but no examples: the interactive documentation would fill in all of them.

const { date_from, date_to, probe_id, ip } = filterProperties

const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: alertLimits.most,
      default: alertLimits.usual,
      description: 'Rows in one answer. More are behind the `Link` with `rel="next"`.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 1_024, description: 'From a `Link` of the answer before; not made by hand.' }),
  ),
  total: Type.Optional(
    Type.Enum(['bounded', 'exact'], {
      default: 'bounded',
      description: '`exact` counts everything that matches, however long that takes.',
    }),
  ),
}

/** The order of alerts, or of their groups. */
export const orderParameter = (more: string) =>
  Type.Optional(
    Type.Enum([...alertOrders, 'date', '-date', 'risk', '-risk'], {
      default: 'date_desc',
      description: `By time or by risk; a bare name is ascending, a minus before it descending. ${more}`,
    }),
  )

/** Parameters of both the alert and the cluster listing. */
export const commonParameters = {
  date_from,
  date_to,
  probe_id,
  ip,
  ...pageParameters,
}

/** Filters and order of alerts, as query parameters of a GET or as the body of a POST. */
export const AlertParameters = Type.Object(
  {
    ...filterProperties,
    ...pageParameters,
    sort_by: orderParameter('Equal risks are in order of time.'),
    order: Type.Optional(
      Type.Enum(['arrival'], {
        description:
          'Reads in the order in which alerts arrived and were stored: with `after`, nothing twice and nothing left out, however late it arrives. Not together with `sort_by`, `cursor` and `total`.',
      }),
    ),
    after: Type.Optional(
      Type.String({
        maxLength: 8_192,
        description:
          'With `order=arrival`: where the answer before ended, from its `Link`. `now` begins with what arrives from now on; left out, it begins with the oldest.',
      }),
    ),
    wait: Type.Optional(
      Type.Union(
        [Type.String({ format: 'seconds' }), Type.Integer({ minimum: 0, maximum: alertLimits.mostWaitSeconds })],
        {
          description: `With \`order=arrival\`: how long to wait for something to arrive, for example \`30s\`; at most ${alertLimits.mostWaitSeconds} seconds.`,
        },
      ),
    ),
    expand: Type.Optional(
      ListOf(
        Type.Enum([...alertExpansions]),
        `\`document\` puts the stored document into each row (at most ${alertLimits.mostExpanded} rows), \`contributions\` the parts of its risk. Several with commas between, or as a list in a body.`,
      ),
    ),
  },
  { additionalProperties: false },
)
