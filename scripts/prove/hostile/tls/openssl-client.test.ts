import { expect, test } from 'vitest'
import { readHandshake, readRenegotiation } from './openssl-client.ts'
import { readTlsCases } from './tls-cases.ts'

const connected = 'CONNECTED(00000003)\n---\nNew, TLSv1.2, Cipher is ECDHE-ECDSA-AES128-GCM-SHA256\nServer public key\n'
const failed = 'CONNECTED(00000003)\nerror:0A000410:SSL routines\n---\nNew, (NONE), Cipher is (NONE)\n'

test('reads the result of a handshake', () => {
  expect(readHandshake(connected)).toBe('accepted')
  expect(readHandshake(failed)).toBe('refused')
  expect(readHandshake('CONNECTED(00000003)\n')).toBeUndefined()
})

test('reads whether a second handshake took place', () => {
  expect(readRenegotiation(`${connected}RENEGOTIATING\ndepth=0 CN = localhost\nverify return:1\n`)).toBe('accepted')
  expect(readRenegotiation(`${connected}RENEGOTIATING\nerror:0A000153:SSL routines::no renegotiation\n`)).toBe(
    'refused',
  )
})

test('does not report a failed connection as a refused renegotiation', () => {
  expect(readRenegotiation(failed)).toMatch(/^unclear/)
  expect(readRenegotiation(connected)).toMatch(/^unclear/)
})

test('the table covers old versions, CBC, ARIA, renegotiation and every allowed cipher', () => {
  const cases = readTlsCases()
  const names = cases.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const planted = cases.filter(({ isPlanted }) => isPlanted)
  for (const start of ['TLS 1.0', 'TLS 1.1', 'CBC', 'ARIA', 'renegotiation']) {
    expect(planted.some(({ name, expect: wanted }) => name.startsWith(start) && wanted === 'refused')).toBe(true)
  }
  expect(cases.filter((each) => each.expect === 'accepted')).toHaveLength(7)
})
