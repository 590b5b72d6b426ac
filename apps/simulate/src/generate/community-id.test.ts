import { expect, test } from 'vitest'
import { communityId } from './community-id.ts'

/** Vectors published with the Community ID specification. */
test.each([
  ['TCP', '128.232.110.120', 34855, '66.35.250.204', 80, '1:LQU9qZlK+B5F3KDmev6m5PMibrg='],
  ['TCP', '66.35.250.204', 80, '128.232.110.120', 34855, '1:LQU9qZlK+B5F3KDmev6m5PMibrg='],
  ['UDP', '192.168.1.52', 54585, '8.8.8.8', 53, '1:d/FP5EW3wiY1vCndhwleRRKHowQ='],
  ['ICMP', '192.168.0.89', 8, '192.168.0.1', 0, '1:X0snYXpgwiv9TZtqg64sgzUn6Dk='],
  ['ICMP', '192.168.0.1', 0, '192.168.0.89', 0, '1:X0snYXpgwiv9TZtqg64sgzUn6Dk='],
  ['IPv6-ICMP', 'fe80::200:86ff:fe05:80da', 135, 'fe80::260:97ff:fe07:69ea', 0, '1:dGHyGvjMfljg6Bppwm3bg0LO8TY='],
  ['TCP', '10.1.0.5', 40002, '203.0.113.10', 80, '1:dP2KAzBE1bPK8LBM3hK1QQEQ7QY='],
  ['UDP', '10.1.0.5', 50002, '10.1.0.53', 53, '1:3oEbykrrouACxJTy1sHutqHnYIs='],
] as const)('%s %s:%i and %s:%i', (proto, src, srcPort, dest, destPort, expected) => {
  expect(communityId(proto, src, srcPort, dest, destPort)).toBe(expected)
})
