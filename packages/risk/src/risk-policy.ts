import { type Static, Type } from 'typebox'

const Points = Type.Integer({ minimum: -100, maximum: 100 })
const points = (description: string) => Type.Integer({ minimum: -100, maximum: 100, description })
const closed = { additionalProperties: false } as const
const steps = (description: string) =>
  Type.Array(Type.Object({ at_least: Type.Integer({ minimum: 1, maximum: 1_000_000 }), points: Points }, closed), {
    maxItems: 16,
    description: `${description} Most first.`,
  })

/**
 * How much each fact of an alert counts. Data, not code: a new version changes the scores of new events, and an old
 * version still explains the scores that it gave.
 */
export const RiskPolicy = Type.Object(
  {
    own_networks: Type.Array(Type.String({ maxLength: 64, examples: ['10.0.0.0/8', 'fc00::/7'] }), {
      maxItems: 256,
      description: 'The networks that are protected, IPv4 and IPv6, as address/length.',
    }),
    detector: Type.Object(
      {
        network_engine: points('An intrusion detection alert.'),
        malware_engine: points('A verdict on a file.'),
        code_engine: points('A verdict on shellcode or a script.'),
      },
      { ...closed, description: 'What being seen by a detector counts.' },
    ),
    severity: Type.Object(
      {
        '1': points('Worst.'),
        '2': points('In between.'),
        '3': points('Mild.'),
        other: points('Any other, or none.'),
      },
      { ...closed, description: "What the detector's own severity counts." },
    ),
    verdict: Type.Array(Type.Object({ at_least: Type.Number({ minimum: 0, maximum: 1 }), points: Points }, closed), {
      maxItems: 16,
      description:
        "What the strength of an engine's verdict counts, from 0 to 1: the share of analysers that found something, the probability that a script is obfuscated. Strongest first; the first step that is reached counts.",
    }),
    category: Type.Record(Type.String(), Points, {
      maxProperties: 256,
      propertyNames: Type.String({ minLength: 1, maxLength: 128, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' }),
      description: "What the category of a signature counts, by the category's text. One that is not listed counts 0.",
    }),
    confidence: Type.Object(
      { high: Points, medium: Points, low: Points },
      { ...closed, description: "What the confidence of a signature's author counts (`alert.metadata.confidence`)." },
    ),
    signature_severity: Type.Object(
      { critical: Points, major: Points, minor: Points, informational: Points },
      { ...closed, description: "What the author's own severity counts (`alert.metadata.signature_severity`)." },
    ),
    direction: Type.Object(
      {
        outbound: points('From an own network to elsewhere.'),
        inbound: points('From elsewhere to an own network.'),
        internal: points('Between own networks.'),
        external: points('Between others.'),
      },
      { ...closed, description: 'What the direction counts.' },
    ),
    cluster: Type.Object(
      {
        worst_percent: Type.Integer({
          minimum: 0,
          maximum: 100,
          description: 'How much of the risk of its worst alert a cluster begins with.',
        }),
        repetition: steps('How many alerts it holds.'),
        spread: steps('How many other addresses they are about.'),
        signatures: steps('How many different names they have.'),
        detectors: steps('How many detectors saw them.'),
      },
      {
        ...closed,
        description: 'What counts for the score of a cluster. In each list the first step that is reached counts.',
      },
    ),
  },
  closed,
)
export type RiskPolicy = Static<typeof RiskPolicy>

/** A policy and its version. A stored version never changes. */
export interface VersionedPolicy {
  version: number
  policy: RiskPolicy
}
