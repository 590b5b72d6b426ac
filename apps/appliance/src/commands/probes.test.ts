import { expect, test } from 'vitest'
import { isNetwork, publicNameOf } from './probes.ts'

test.each([
  [['localhost', '127.0.0.1', '::1', 'watchpost.example.test'], 'watchpost.example.test'],
  [['127.0.0.1', '192.0.2.7'], '192.0.2.7'],
  [['localhost', '127.0.0.1'], 'localhost'],
])('of the names %j, probes use %s', (names, name) => {
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
