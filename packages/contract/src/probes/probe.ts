import { type Static, Type } from 'typebox'
import { Instant, InstantOrNull } from '../people/access.ts'
import { ProbeHealth, probeHealthExample } from './probe-health.ts'
import { HostName } from '../text.ts'

const fqdn = HostName({
  description: 'Its full name in the DNS. Upper and lower case are the same name.',
  examples: ['probe-07.example.test'],
})
const limit = Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [2_000] })
const eventsPerSecond = Type.Union([limit, Type.Null()], {
  description: 'Events that it may send each second, at each gateway; null: the setting `probe_events_per_second`.',
})
const sourceNetwork = Type.String({
  maxLength: 64,
  description: 'The address or CIDR network from which the code may be used; from anywhere when left out.',
  examples: ['192.0.2.0/24'],
})
const count = (description: string) => Type.Integer({ minimum: 0, description })

const fingerprint = Type.String({ description: 'SHA-256 of the certificate, hexadecimal.' })

export const ProbeCertificate = Type.Object(
  {
    fingerprint_sha256: fingerprint,
    state: Type.Union(
      [
        Type.Literal('in-use'),
        Type.Literal('unused'),
        Type.Literal('superseded'),
        Type.Literal('replaced'),
        Type.Literal('revoked'),
        Type.Literal('expired'),
      ],
      {
        description:
          '`in-use` and `unused` open connections. `superseded`: ended 30 seconds after the first use of a newer one. `replaced`: ended unused, by another renewal.',
      },
    ),
    issued_at: Instant('When it was issued.'),
    not_after: Instant('When it expires.'),
    first_used_at: InstantOrNull('When it was first used.'),
    last_used_at: InstantOrNull('When it was last used, to the minute; also when the use was refused.'),
    last_network: Type.Union([Type.String({ examples: ['192.0.2.0/24'] }), Type.Null()], {
      description: 'The network (/24, or /48 of IPv6) from which it was last used.',
    }),
  },
  { description: 'A certificate of a probe.' },
)
export type ProbeCertificate = Static<typeof ProbeCertificate>

export const CloneAlarm = Type.Object(
  {
    reason: Type.Union([Type.Literal('old-certificate'), Type.Literal('two-networks')], {
      description:
        '`old-certificate`: a certificate was used more than 10 minutes after the first use of a newer one. `two-networks`: the probe was used from two networks within an hour.',
    }),
    raised_at: Instant('When it was raised.'),
    last_at: Instant('When it was last seen to hold.'),
    networks: Type.Array(Type.String({ examples: ['192.0.2.0/24'] }), { description: 'Networks (/24 or /48).' }),
    certificates: Type.Array(fingerprint, { description: 'The certificates that were used.' }),
  },
  { description: 'A sign that two machines use the identity of one probe.' },
)
export type CloneAlarm = Static<typeof CloneAlarm>

export const Probe = Type.Object(
  {
    id: Type.Integer({ examples: [7] }),
    fqdn,
    is_paired: Type.Boolean({ description: 'It has a certificate that is neither revoked nor expired.' }),
    is_paused: Type.Boolean({ description: 'Its events are not taken; it keeps them and asks again.' }),
    created_at: Instant('When it was added.'),
    events_per_second: eventsPerSecond,
    certificate: Type.Union(
      [
        Type.Object({
          fingerprint_sha256: Type.String({ description: 'SHA-256 of the certificate, hexadecimal.' }),
          issued_at: Instant('When it was issued.'),
          not_after: Instant('When it ends; the probe renews it by itself before that.'),
        }),
        Type.Null(),
      ],
      { description: 'Its newest certificate that is not ended.' },
    ),
    certificates: Type.Array(ProbeCertificate, {
      description:
        'The newest first. At most two open connections. In the list of all probes only those; of one probe also those that ended within 30 days, 20 at most.',
    }),
    clone_alarms: Type.Array(CloneAlarm, {
      description: 'Why the probe may have been cloned; empty when nothing says so, or when the alarm was cleared.',
    }),
    enrolment_expires_at: InstantOrNull('Until when its pairing code can be used; null when none waits.'),
    last_seen_at: InstantOrNull('When it was last heard of, to the quarter of a minute.'),
    health: Type.Union([ProbeHealth, Type.Null()], { description: 'What it last told of itself.' }),
    ledger: Type.Union(
      [
        Type.Object({
          received: count('Events received.'),
          indexed: count('Events that can be found.'),
          dead_lettered: count('Events that could not be stored, kept whole with the reason.'),
          waiting: count('Events received and not yet indexed.'),
          missing: count('Events that the probe numbered and that never arrived.'),
        }),
        Type.Null(),
      ],
      { description: 'What became of its events; null when it has sent none.' },
    ),
    clock_corrections: Type.Union(
      [
        Type.Object({
          ahead: count('Events whose time was later than `clock_ahead_minutes` after their arrival.'),
          old: count('Events whose time was earlier than `oldest_event_days` before their arrival.'),
          last_claimed: Type.String({ description: 'The time that the last of them claimed, as the probe sent it.' }),
          last_received_at: Instant('When the last of them arrived.'),
        }),
        Type.Null(),
      ],
      {
        description:
          'Events that were stored at their arrival because the clock of the sensor was wrong; null when there were none.',
      },
    ),
  },
  { description: 'A probe.' },
)
export type Probe = Static<typeof Probe>

export const probeExample: Probe = {
  id: 7,
  fqdn: 'probe-07.example.test',
  is_paired: true,
  is_paused: false,
  created_at: '2026-11-16T09:00:00.000Z',
  events_per_second: null,
  certificate: {
    fingerprint_sha256: '9c1f0b7e3a52d4c68b90a1e2f3d4c5b6a798897a6b5c4d3e2f1a0b9c8d7e6f50',
    issued_at: '2026-11-16T09:04:11.204Z',
    not_after: '2026-11-23T09:04:11.000Z',
  },
  certificates: [
    {
      fingerprint_sha256: '9c1f0b7e3a52d4c68b90a1e2f3d4c5b6a798897a6b5c4d3e2f1a0b9c8d7e6f50',
      state: 'in-use',
      issued_at: '2026-11-16T09:04:11.204Z',
      not_after: '2026-11-23T09:04:11.000Z',
      first_used_at: '2026-11-16T09:04:12.011Z',
      last_used_at: '2026-11-16T09:12:31.000Z',
      last_network: '192.0.2.0/24',
    },
  ],
  clone_alarms: [],
  enrolment_expires_at: null,
  last_seen_at: '2026-11-16T09:12:30.000Z',
  health: probeHealthExample,
  ledger: { received: 1_204_411, indexed: 1_204_180, dead_lettered: 3, waiting: 228, missing: 100 },
  clock_corrections: null,
}

/** The pairing code and command of a probe; shown once. */
export const ProbeEnrolment = Type.Object(
  {
    code: Type.String({
      description:
        'The pairing code: 32 characters that can be used once, a dot, and by what the probe knows this appliance again (SHA-256 of the key of its authority). It cannot be shown again.',
      examples: ['k5xq2n7a4bwz6m3c7t2hjy5rdv4pgsfe.3f1c9a…'],
    }),
    expires_at: Instant('Until when the code can be used.'),
    command: Type.String({
      description: 'What to type on the probe.',
      examples: ['watchpost-probe enrol --appliance https://watchpost.example.test:8444 --code k5xq…'],
    }),
  },
  { description: 'How to pair the probe.' },
)
export type ProbeEnrolment = Static<typeof ProbeEnrolment>

export const CreatedProbe = Type.Object(
  { ...Probe.properties, enrolment: ProbeEnrolment },
  { description: 'The new probe and how to pair it.' },
)
export type CreatedProbe = Static<typeof CreatedProbe>

export const NewProbe = Type.Object(
  {
    id: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_646, description: 'Its number; the next free one when left out.' }),
    ),
    fqdn,
    events_per_second: Type.Optional(eventsPerSecond),
    source_network: Type.Optional(sourceNetwork),
  },
  { additionalProperties: false, examples: [{ fqdn: 'probe-07.example.test' }] },
)
export type NewProbe = Static<typeof NewProbe>

export const ProbeChange = Type.Object(
  {
    fqdn: Type.Optional(fqdn),
    is_paused: Type.Optional(Probe.properties.is_paused),
    events_per_second: Type.Optional(eventsPerSecond),
  },
  { additionalProperties: false, minProperties: 1, examples: [{ is_paused: true }, { events_per_second: 500 }] },
)
export type ProbeChange = Static<typeof ProbeChange>

export const ProbePairing = Type.Object(
  { source_network: Type.Optional(sourceNetwork) },
  { additionalProperties: false, examples: [{}] },
)
export type ProbePairing = Static<typeof ProbePairing>

export const CloneClearance = Type.Object(
  {
    expect_networks: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'The networks of the alarm are all its own (two uplinks, IPv4 and IPv6): from now on they count as one.',
      }),
    ),
  },
  { additionalProperties: false, examples: [{}] },
)
export type CloneClearance = Static<typeof CloneClearance>
