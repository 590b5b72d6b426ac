import { troubleReasons } from '@watchpost/netdata'
import { type Static, Type } from 'typebox'
import { Instant, InstantOrNull } from '../people/access.ts'
import { exportTest } from './export-test.ts'

const ip = Type.String({
  minLength: 2,
  maxLength: 45,
  description:
    'Address of the Netdata parent, IPv4 or IPv6; no name. Loopback, link-local, multicast and the own addresses of the appliance are refused, each time that it connects.',
  examples: ['192.0.2.20'],
})
const port = Type.Integer({
  minimum: 1,
  maximum: 65_535,
  description: 'Port of the parent: 19999 unless it was changed there.',
  examples: [19_999],
})
const iface = Type.String({
  pattern: '^[A-Za-z0-9._-]{1,15}$',
  description:
    'Network interface of the appliance that is used: connections come from its address, of the same family as `ip`. Left out, the routing of the system decides.',
  examples: ['eth0'],
})
const key = Type.String({
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  format: 'password',
  description:
    "The API key of a section in the parent's stream.conf, a UUID. It is stored sealed and never given back.",
  examples: ['7f3c1a52-9d0e-4a6b-8c21-5e4f6a7b8c9d'],
})

export const MetricsExportChange = Type.Object(
  {
    enabled: Type.Boolean({ description: '`false` disables the export and forgets the rest; it then stands alone.' }),
    ip: Type.Optional(ip),
    port: Type.Optional(port),
    iface: Type.Optional(iface),
    key: Type.Optional(key),
  },
  {
    additionalProperties: false,
    description: 'With `enabled: true` also `ip`, `port` and `key`.',
    examples: [
      { enabled: true, ip: '10.0.0.20', port: 19_999, key: '7f3c1a52-9d0e-4a6b-8c21-5e4f6a7b8c9d' },
      {
        enabled: true,
        ip: '192.0.2.20',
        port: 19_999,
        iface: 'eth0',
        key: '7f3c1a52-9d0e-4a6b-8c21-5e4f6a7b8c9d',
      },
      { enabled: false },
    ],
  },
)
export type MetricsExportChange = Static<typeof MetricsExportChange>

/** The state that the streaming exporter reports. */
export const MetricsState = Type.Object({
  status: Type.Enum(['streaming', 'connecting', 'waiting', 'disabled', 'unserved'], {
    description:
      '`streaming`; `connecting`; `waiting` for the next attempt; `disabled`; `unserved` when no exporter has reported for 10 seconds.',
  }),
  since: InstantOrNull('Since when it has this status.'),
  reported_at: InstantOrNull('When the exporter last reported.'),
  host: Type.Union([Type.String(), Type.Null()], {
    description: 'The name of this appliance at the parent.',
    examples: ['watchpost.example.org'],
  }),
  source_ip: Type.Union([Type.String(), Type.Null()], {
    description: 'The address that the stream comes from, while it is connected.',
    examples: ['192.0.2.7'],
  }),
  charts: Type.Integer({ minimum: 0, description: 'Charts that are streamed.' }),
  sent_values: Type.Integer({ minimum: 0, description: 'Values sent since this exporter took it over.' }),
  skipped_samples: Type.Integer({ minimum: 0, description: 'Samples left out while the parent took nothing.' }),
  last_sent_at: InstantOrNull('When values were last sent.'),
  last_error: Type.Union(
    [
      Type.Object({
        at: Instant('When.'),
        reason: Type.Enum([...troubleReasons]),
        message: Type.String({ description: 'The same in words, and what to do.' }),
      }),
      Type.Null(),
    ],
    {
      description:
        'What last went wrong: `wrong_key`; `refused` (nothing listens there); `unreachable`; `silent` (something listens and does not answer); `not_netdata`; `already_streaming`; `busy`; `interface`; `target` (exports may not lead there); `cut`.',
    },
  ),
  warnings: Type.Array(Type.String(), { description: 'What a person should look at.' }),
})
export type MetricsState = Static<typeof MetricsState>

export const MetricsExport = Type.Object(
  {
    enabled: Type.Boolean(),
    ip: Type.Union([ip, Type.Null()], { description: 'Null while it is disabled.' }),
    port: Type.Union([port, Type.Null()]),
    iface: Type.Union([iface, Type.Null()], { description: 'Null when none was named.' }),
    has_key: Type.Boolean({ description: 'Whether a key is stored; the key itself is never given back.' }),
    state: MetricsState,
  },
  {
    examples: [
      {
        enabled: true,
        ip: '192.0.2.20',
        port: 19_999,
        iface: 'eth0',
        has_key: true,
        state: {
          status: 'streaming',
          since: '2026-11-14T09:12:33.412Z',
          reported_at: '2026-11-14T09:30:01.002Z',
          host: 'watchpost.example.org',
          source_ip: '192.0.2.7',
          charts: 28,
          sent_values: 66_120,
          skipped_samples: 0,
          last_sent_at: '2026-11-14T09:30:00.951Z',
          last_error: null,
          warnings: [],
        },
      },
    ],
  },
)
export type MetricsExport = Static<typeof MetricsExport>

export const MetricsTest = exportTest('The parent takes the stream.', ['interface', 'connect', 'key'], {
  ok: false,
  steps: [
    { step: 'interface', ok: true, milliseconds: 0, detail: 'eth0, 192.0.2.7' },
    { step: 'connect', ok: true, milliseconds: 1, detail: '192.0.2.20 port 19999, from 192.0.2.7' },
    { step: 'key', ok: false, milliseconds: 2, detail: 'The parent does not take the key.' },
  ],
})
export type MetricsTest = Static<typeof MetricsTest>
