import { expect, test } from 'vitest'
import { refusePlainHttp } from './plain-http.ts'

test.each(['127.0.0.1', '127.8.9.10', '::1', 'localhost'])('allows plain HTTP at %s', (host) => {
  expect(() => refusePlainHttp({ isPlainHttp: true, host })).not.toThrow()
})

test.each(['0.0.0.0', '::', '192.0.2.7', '127.example.test', '127.0.0.1.example.test', ''])(
  'rejects plain HTTP at "%s"',
  (host) => {
    expect(() => refusePlainHttp({ isPlainHttp: true, host })).toThrow('WATCHPOST_API_PLAIN_HTTP')
    expect(() => refusePlainHttp({ isPlainHttp: false, host })).not.toThrow()
  },
)
