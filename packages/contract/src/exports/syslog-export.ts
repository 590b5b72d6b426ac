import { bodyNames } from '@watchpost/syslog/bodies'
import { facilities, severities } from '@watchpost/syslog/priority'
import { type Static, Type } from 'typebox'
import { IdParameter, Instant } from '../people/access.ts'
import { CertificateWarnings } from '../system/certificate.ts'
import { syslogEventTypes, syslogProtocolAliases, syslogProtocols } from '../names/syslog-names.ts'
import { HostName, Line } from '../text.ts'

const closed = { additionalProperties: false }

/** The specification also allows the id in the body; it must then equal the one in the URL. */
const id = Type.Optional(IdParameter('The number of the export, if it is given here too.'))

const hostname = Line({
  minLength: 1,
  maxLength: 253,
  description:
    'Host name or address of the receiver. Loopback, link-local, multicast and the own addresses of the appliance are refused, in every spelling, each time that it connects.',
  examples: ['siem.example.org'],
})
const port = Type.Integer({
  minimum: 1,
  maximum: 65_535,
  description: '514, 601, or any from 1024 on.',
  examples: [6_514],
})
const transport = Type.Enum(['tcp', 'tls'], {
  description: 'Left out: `tls` once a certificate part is set, else `tcp`.',
})
const facility = Type.Enum([...facilities], { default: 'local0', description: 'Of every message.' })
const body = Type.Enum(bodyNames, {
  default: 'json',
  description: 'Format of the message body. `json` is the stored document.',
})
const severity = Type.Enum([...severities])
const severityMap = Type.Object(
  { '1': severity, '2': severity, '3': severity, other: severity },
  {
    ...closed,
    description:
      'Severity of a message by what the detector says: 1 is worst, 3 is mild, `other` is for everything else.',
    examples: [{ '1': 'critical', '2': 'warning', '3': 'notice', other: 'informational' }],
  },
)
const maxMessageBytes = Type.Integer({
  minimum: 2_048,
  maximum: 1_048_576,
  default: 65_536,
  description:
    'Longest message. A longer one loses whole top-level fields, the envelope last; its structured data then has `trimmed_from`, the length of the whole document.',
})
const enabled = Type.Boolean({
  default: true,
  description: 'While it is off nothing is sent; new events wait as long as the log keeps them.',
})

export const SyslogGeneral = Type.Object({
  hostname,
  port,
  enabled,
  transport,
  facility,
  body,
  severities: severityMap,
  max_message_bytes: maxMessageBytes,
})
export type SyslogGeneral = Static<typeof SyslogGeneral>

export const SyslogGeneralChange = Type.Object(
  {
    id,
    hostname,
    port,
    enabled: Type.Optional(enabled),
    transport: Type.Optional(transport),
    facility: Type.Optional(facility),
    body: Type.Optional(body),
    severities: Type.Optional(severityMap),
    max_message_bytes: Type.Optional(maxMessageBytes),
  },
  { ...closed, examples: [{ hostname: 'siem.example.org', port: 6_514 }] },
)
export type SyslogGeneralChange = Static<typeof SyslogGeneralChange>

const ips = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: 10_000,
  description: 'Addresses and CIDR networks, IPv4 and IPv6: one of the two ends of an event must lie in them.',
  examples: [['192.0.2.7', '2001:db8::/32']],
})
const minRisk = Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()], {
  default: null,
  description: 'Least risk. Events that are not alerts count as 0.',
  examples: [50],
})
const eventTypes = Type.Array(Type.Enum([...syslogEventTypes]), {
  uniqueItems: true,
  description:
    'Kinds of events that are not protocols. An event passes when its kind is here or among `protocols`. `audit` stands for the rows of the audit, whatever the other filters say; they go only to exports that name it, and only an administrator (a key: with the scope `admin` too) may name it, or change, remove, try or send again an export that does. `coverage` stands for the statements of how complete the last 24 hours are, one for each hour: all of them when the export connects, then each that changes; whatever the other filters say, and only to exports that name it.',
  examples: [['alert', 'malware']],
})

export const SyslogFilters = Type.Object({
  ips,
  probes: Type.Array(Type.Object({ id: Type.Integer({ examples: [7] }), fqdn: Type.String() }), {
    description: 'Events of these probes.',
    examples: [[{ id: 7, fqdn: 'probe-07.example.org' }]],
  }),
  protocols: Type.Array(Type.Enum([...syslogProtocols]), {
    description: 'Records of these protocols. An event passes when its kind is here or among `event_types`.',
    examples: [['dns', 'http']],
  }),
  event_types: eventTypes,
  min_risk: minRisk,
})
export type SyslogFilters = Static<typeof SyslogFilters>

export const SyslogFiltersChange = Type.Object(
  {
    id,
    ips: Type.Optional(ips),
    probes: Type.Optional(
      Type.Array(Type.Union([IdParameter('Number of a probe.'), Line({ minLength: 1, maxLength: 253 })]), {
        maxItems: 10_000,
        description: 'Numbers or names of probes.',
        examples: [[7, 'probe-08.example.org']],
      }),
    ),
    protocols: Type.Optional(
      Type.Array(Type.Enum([...syslogProtocols, ...Object.keys(syslogProtocolAliases)]), {
        maxItems: 64,
        description: 'Records of these protocols.',
        examples: [['dns', 'http']],
      }),
    ),
    event_types: Type.Optional(eventTypes),
    min_risk: Type.Optional(minRisk),
  },
  { ...closed, examples: [{ ips: ['192.0.2.0/24'], probes: [1], protocols: ['dns', 'http'] }] },
)
export type SyslogFiltersChange = Static<typeof SyslogFiltersChange>

const pem = (description: string, label: string) =>
  Type.String({
    minLength: 1,
    maxLength: 65_536,
    description,
    examples: [`-----BEGIN ${label}-----\nMIIB…\n-----END ${label}-----\n`],
  })
const verify = Type.Boolean({
  default: true,
  description: "Whether the receiver's certificate is checked. Without it anybody on the way can read and answer.",
})
const serverName = HostName({
  description: "Name that the receiver's certificate has to speak for; the host name when left out.",
  examples: ['siem.example.org'],
})

export const SyslogCertificateChange = Type.Object(
  {
    id,
    cert: Type.Optional(
      pem("The appliance's own certificate for this receiver, with its chain, 10 at the most.", 'CERTIFICATE'),
    ),
    cert_key: Type.Optional({
      ...pem(
        'Its private key, without a passphrase: RSA of 2048 to 8192 bits (3072 or more recommended), P-256, P-384 or Ed25519. It is never given back.',
        'PRIVATE KEY',
      ),
      format: 'password',
    }),
    ca: Type.Optional(
      pem('Authorities that the receiver is checked against; those of the system when left out.', 'CERTIFICATE'),
    ),
    server_name: Type.Optional(serverName),
    verify: Type.Optional(verify),
  },
  {
    ...closed,
    minProperties: 1,
    examples: [
      { server_name: 'siem.example.org', verify: true },
      {
        cert: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n',
        cert_key: '-----BEGIN PRIVATE KEY-----\nMIGH…\n-----END PRIVATE KEY-----\n',
        ca: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n',
        server_name: 'siem.example.org',
      },
    ],
  },
)
export type SyslogCertificateChange = Static<typeof SyslogCertificateChange>

const ShownCertificate = Type.Object({
  subject: Type.String({ examples: ['CN=watchpost'] }),
  issuer: Type.String({ examples: ['CN=Log authority'] }),
  fingerprint_sha256: Type.String({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
  not_after: Instant('Valid until.'),
})

export const SyslogCertificate = Type.Object({
  own: Type.Union([ShownCertificate, Type.Null()], {
    description: 'What the appliance shows to the receiver; its private key is never given back.',
  }),
  ca: Type.Array(ShownCertificate, { description: "The authorities of this export; empty for the system's." }),
  server_name: Type.Union([serverName, Type.Null()]),
  verify,
  warnings: CertificateWarnings,
})
export type SyslogCertificate = Static<typeof SyslogCertificate>

export const SyslogExportChange = Type.Object(
  {
    general: SyslogGeneralChange,
    filters: Type.Optional(SyslogFiltersChange),
    certificate: Type.Optional(SyslogCertificateChange),
  },
  {
    ...closed,
    examples: [{ general: { hostname: 'siem.example.org', port: 6_514 }, filters: { protocols: ['dns'] } }],
  },
)
export type SyslogExportChange = Static<typeof SyslogExportChange>
