import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseProxyHeader, proxyBodyLength } from './parse-proxy-header.ts'

const signature = [0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]
const v4 = [192, 0, 2, 7, 198, 51, 100, 1, 0x30, 0x39, 0x20, 0xfb]
const v6 = [0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), 7, ...Array(16).fill(9), 0x30, 0x39, 0x20, 0xfb]

function head(command: number, family: number, length: number): Buffer {
  return Buffer.from([...signature, command, family, length >> 8, length & 0xff])
}

function parse(command: number, family: number, body: readonly number[]) {
  return parseProxyHeader(head(command, family, body.length), Buffer.from(body))
}

test('returns IP address and port of an IPv4 or IPv6 client', () => {
  expect(parse(0x21, 0x11, v4)).toEqual({ address: '192.0.2.7', port: 12_345 })
  expect(parse(0x21, 0x21, v6)).toEqual({ address: '2001:db8::7', port: 12_345 })
})

test('converts an IPv4-mapped IPv6 address to IPv4', () => {
  const mapped = [...Array(10).fill(0), 0xff, 0xff, 192, 0, 2, 7, ...Array(16).fill(9), 0, 1, 0, 2]
  expect(parse(0x21, 0x21, mapped)).toEqual({ address: '192.0.2.7', port: 1 })
})

test('skips extensions that are complete', () => {
  expect(parse(0x21, 0x11, [...v4, 0x03, 0, 4, 1, 2, 3, 4, 0x04, 0, 0])).toMatchObject({ address: '192.0.2.7' })
})

test('returns local for a connection of the proxy itself, whatever the header contains', () => {
  expect(parse(0x20, 0x00, [])).toBe('local')
  expect(parse(0x20, 0x11, v4)).toBe('local')
})

test.each([
  ['version 1', 0x11, 0x11, v4],
  ['version 3', 0x31, 0x11, v4],
  ['an unknown command', 0x22, 0x11, v4],
  ['no family', 0x21, 0x00, v4],
  ['UDP', 0x21, 0x12, v4],
  ['UDP over IPv6', 0x21, 0x22, v6],
  ['a Unix socket', 0x21, 0x31, Array(216).fill(0x61)],
  ['half of the addresses', 0x21, 0x11, v4.slice(0, 6)],
  ['IPv6 with the addresses of IPv4', 0x21, 0x21, v4],
  ['no addresses', 0x21, 0x11, []],
  ['an extension that ends early', 0x21, 0x11, [...v4, 0x03, 0, 9, 1]],
  ['an extension without a length', 0x21, 0x11, [...v4, 0x03, 0]],
])('%s is invalid', (_what, command, family, body) => {
  expect(parse(command, family, body)).toBe('invalid')
})

test('rejects a header that is too long, truncated or not a header', () => {
  expect(proxyBodyLength(head(0x21, 0x11, 1_024))).toBe(1_024)
  expect(proxyBodyLength(head(0x21, 0x11, 1_025))).toBe('invalid')
  expect(proxyBodyLength(head(0x21, 0x11, 0xffff))).toBe('invalid')
  expect(proxyBodyLength(head(0x21, 0x11, 12).subarray(0, 15))).toBe('invalid')
  expect(proxyBodyLength(Buffer.from('PROXY TCP4 192.0'))).toBe('invalid')
  expect(proxyBodyLength(Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, 0, 0, 0, 0, 0]))).toBe('invalid')
  expect(parseProxyHeader(head(0x21, 0x11, 13), Buffer.from(v4))).toBe('invalid')
})

test('never throws for any bytes, and only returns valid IP addresses', () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each))
  const command = fc.constantFrom(0x20, 0x21, 0x22)
  const family = fc.constantFrom(0x00, 0x11, 0x21, 0x31, 0x7f)
  fc.assert(
    fc.property(command, family, bytes, (commandByte, familyByte, body) => {
      const client = parseProxyHeader(head(commandByte, familyByte, body.length), body)
      if (typeof client === 'object') expect(client.address).toMatch(/^[0-9a-f.:]+$/)
    }),
  )
  fc.assert(
    fc.property(bytes, bytes, (first, body) => {
      expect(parseProxyHeader(first, body)).toBe('invalid')
    }),
  )
})
