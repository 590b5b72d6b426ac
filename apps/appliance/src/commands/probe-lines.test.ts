import type { ManagedCertificate, ManagedProbe } from '@watchpost/store'
import { expect, test } from 'vitest'
import { lineOf, linesOf } from './probe-lines.ts'

const probe: ManagedProbe = {
  id: 7,
  fqdn: 'north.example',
  isPaired: true,
  isPaused: false,
  createdAt: new Date(),
  eventsPerSecond: null,
  lastSeenAt: null,
  certificate: { fingerprint: Buffer.alloc(32), issuedAt: new Date(), notAfter: new Date('2026-11-23T09:04:11Z') },
  certificates: [],
  cloneAlarms: [],
  enrolmentExpiresAt: null,
}

test.each([
  [probe, '    7  north.example  paired until 2026-11-23T09:04Z, last seen never'],
  [
    { ...probe, isPaired: false, certificate: null, enrolmentExpiresAt: new Date() },
    '    7  north.example  waits for its code, last seen never',
  ],
  [
    { ...probe, isPaired: false, isPaused: true, lastSeenAt: new Date('2026-11-16T08:00:00Z') },
    '    7  north.example  not paired, paused, last seen 2026-11-16T08:00:00Z',
  ],
])('formats a probe as one line', (shown, line) => {
  expect(lineOf(shown)).toBe(line)
})

const certificate: ManagedCertificate = {
  fingerprint: Buffer.alloc(32, 1),
  issuedAt: new Date('2026-11-16T09:00:00Z'),
  notAfter: new Date('2026-11-23T09:00:00Z'),
  firstUsedAt: null,
  lastUsedAt: null,
  lastNetwork: null,
  state: 'unused',
}

test('shows a probe with its certificates and the reasons of its alarms', () => {
  const used = new Date('2026-11-16T08:00:00Z')
  const shown: ManagedProbe = {
    ...probe,
    certificates: [
      certificate,
      { ...certificate, state: 'in-use', firstUsedAt: used, lastUsedAt: used, lastNetwork: '192.0.2.0/24' },
    ],
    cloneAlarms: [
      {
        reason: 'two-networks',
        raisedAt: used,
        lastAt: used,
        networks: ['192.0.2.0/24', '198.51.100.0/24'],
        certificates: [],
      },
    ],
  }
  const print = '01'.repeat(32)
  const life = 'issued 2026-11-16T09:00:00Z, expires 2026-11-23T09:00:00Z'
  expect(linesOf(shown)).toEqual([
    '    7  north.example  MAY BE CLONED, paired until 2026-11-23T09:04Z, 2 live certificates, last seen never',
    `  certificate ${print}  unused, ${life}, never used`,
    `  certificate ${print}  in-use, ${life}, used 2026-11-16T08:00:00Z to 2026-11-16T08:00:00Z from 192.0.2.0/24`,
    '  clone alarm two-networks, first seen 2026-11-16T08:00:00Z, last seen 2026-11-16T08:00:00Z, from 192.0.2.0/24 and 198.51.100.0/24',
    expect.stringContaining('watchpost probe revoke'),
  ])
})
