import { expect, test } from 'vitest'
import { isNetwork, lineOf, publicNameOf } from './probes.ts'

const probe = {
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
])('a probe is one line', (shown, line) => {
  expect(lineOf(shown)).toBe(line)
})

test.each([
  [['localhost', '127.0.0.1', '::1', 'watchpost.example.test'], 'watchpost.example.test'],
  [['127.0.0.1', '192.0.2.7'], '192.0.2.7'],
  [['localhost', '127.0.0.1'], 'localhost'],
])('of %j probes are told %s', (names, name) => {
  expect(publicNameOf(names)).toBe(name)
})

test.each([
  ['192.0.2.7', true],
  ['192.0.2.7/24', true],
  ['2001:db8::/48', true],
  ['192.0.2.0/33', false],
  ['192.0.2.0/24/1', false],
  ['192.0.2.0/', false],
  ['example.org', false],
])('%s is a network: %s', (text, expected) => {
  expect(isNetwork(text)).toBe(expected)
})
