import { expect, test } from 'vitest'
import { hasOneHost } from './one-host.ts'

test.each([
  [['Host', 'a'], '1.1', true],
  [['hOsT', 'a', 'X-Host', 'b'], '1.1', true],
  [['Host', 'a', 'host', 'a'], '1.1', false],
  [['Host', 'a', 'Host', 'b'], '1.0', false],
  [['X', 'host'], '1.1', false],
  [[], '1.1', false],
  [[], '1.0', true],
])('%j in HTTP/%s: %s', (rawHeaders, httpVersion, isFine) => {
  expect(hasOneHost({ rawHeaders, httpVersion })).toBe(isFine)
})
