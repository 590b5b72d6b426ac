import { expect, test } from 'vitest'
import { gatewayUrl } from './gateway-address.ts'

test.each([
  [{ port: 8_444 }, 'watchpost.example.test', 'https://watchpost.example.test:8444'],
  [{ port: 9_444 }, '192.0.2.7', 'https://192.0.2.7:9444'],
  [{ port: 8_444 }, '2001:db8::7', 'https://[2001:db8::7]:8444'],
  [{ port: 8_444, publicUrl: 'https://in.example.test:443' }, '192.0.2.7', 'https://in.example.test:443'],
])('returns the URL of the gateway for probes: %j seen by %s', (config, host, expected) => {
  expect(gatewayUrl(config, host)).toBe(expected)
})
