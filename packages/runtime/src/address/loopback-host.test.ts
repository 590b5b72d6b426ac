import { expect, test } from 'vitest'
import { isLoopbackHost } from './loopback-host.ts'

test.each(['localhost', '127.0.0.1', '127.8.8.8', '::1', '[::1]'])('%s is this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(true)
})

test.each(['', '0.0.0.0', '::', '192.0.2.1', '127.example.org', 'localhost.example.org', '::ffff:192.0.2.1'])(
  '%s may be another machine',
  (host) => {
    expect(isLoopbackHost(host)).toBe(false)
  },
)
