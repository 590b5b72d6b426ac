import { Type } from 'typebox'
import { Line } from '../text.ts'

export const detectorTypes = ['network_engine', 'malware_engine', 'code_engine'] as const
export const alertOrders = ['date_asc', 'date_desc', 'risk_asc', 'risk_desc'] as const

/** Rows per answer: the default, the maximum, and the maximum with documents. */
export const alertLimits = { usual: 1_000, most: 10_000, mostExpanded: 1_000, mostWaitSeconds: 60 } as const

// Optional parameters have descriptions but no examples: the interactive documentation would fill in all of them.

const instant = { maxLength: 40 }

/** Parameters of both the alert and the cluster listing. */
export const commonParameters = {
  date_from: Type.Optional(
    Type.String({
      ...instant,
      description:
        'Not before: ISO 8601, for example `2026-11-14T09:00:00`; without a zone it is UTC. A day alone is its beginning.',
    }),
  ),
  date_to: Type.Optional(
    Type.String({
      ...instant,
      description: 'Not after, to the precision given: a day alone means all of it, a second all of that second.',
    }),
  ),
  probe_id: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1 }), Type.Literal('all')], {
      description: 'One probe, or `all`, which is the same as leaving it out.',
      examples: ['all'],
    }),
  ),
  ip: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'An address or a network (`10.0.0.0/8`), as source or destination.',
    }),
  ),
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

const severalOf = (what: string) => `${what} Several with commas between, or as a list in a body.`

/** Filters and order of alerts, as query parameters of a GET or as the body of a POST. */
export const AlertParameters = Type.Object(
  {
    ...commonParameters,
    sort_by: Type.Optional(
      Type.Enum([...alertOrders, 'date', '-date', 'risk', '-risk'], {
        default: 'date_desc',
        description:
          'By time or by risk; a bare name is ascending, a minus before it descending. Equal risks are in order of time.',
      }),
    ),
    risk_min: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Least risk, included.' })),
    risk_max: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Greatest risk, included.' })),
    type: Type.Optional(
      Type.String({
        description: severalOf(`Detector: ${detectorTypes.map((each) => `\`${each}\``).join(', ')}.`),
      }),
    ),
    severity: Type.Optional(Type.String({ description: severalOf('Severity: 1 is worst, 3 is mild.') })),
    state: Type.Optional(
      Line({ maxLength: 256, description: severalOf('State of a malware verdict, for example `Infected`.') }),
    ),
    name: Type.Optional(Line({ maxLength: 2_048, description: 'The name, whole.' })),
    search: Type.Optional(
      Line({
        maxLength: 256,
        description: 'Words that all occur in name or description.',
      }),
    ),
    src_ip: Type.Optional(Type.String({ maxLength: 64, description: 'Source: an address or a network.' })),
    dest_ip: Type.Optional(Type.String({ maxLength: 64, description: 'Destination: an address or a network.' })),
    status: Type.Optional(
      Type.String({
        description: severalOf('What analysts said: `open`, `acknowledged`, `closed`. What no one marked is open.'),
      }),
    ),
    tag: Type.Optional(
      Line({ maxLength: 256, description: severalOf('Tags that it must all have, for example `phishing`.') }),
    ),
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
      Type.String({
        description: `With \`order=arrival\`: how long to wait for something to arrive, as \`30s\`; at most ${alertLimits.mostWaitSeconds} seconds.`,
      }),
    ),
    expand: Type.Optional(
      Type.String({
        description: severalOf(
          `\`document\` puts the stored document into each row (at most ${alertLimits.mostExpanded} rows), \`contributions\` how its risk came about.`,
        ),
      }),
    ),
  },
  { additionalProperties: false },
)
