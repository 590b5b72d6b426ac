import { expect, test } from 'vitest'
import { hostOf } from './host-of.ts'

test.each([
  ['watchpost.example.test', 'watchpost.example.test'],
  ['192.0.2.7', '192.0.2.7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['', 'own'],
  ['a;reboot', 'own'],
  ['$(reboot)', 'own'],
  ['-x', 'own'],
  ['[::1', 'own'],
])('%s gives the host %s', (asked, expected) => {
  expect(hostOf({ hostname: asked }, () => 'own')).toBe(expected)
})
