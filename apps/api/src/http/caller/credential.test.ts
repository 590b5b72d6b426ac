import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cookieName, credentialOf, hashToken, newCookie, newKey, newToken, setCookie } from './credential.ts'

const [token, key, cookie] = [newToken(), newKey(), newCookie()]

test.each([
  [{ 'api-key': token }, 'token', token],
  [{ authorization: `Bearer ${token}` }, 'token', token],
  [{ authorization: `bearer ${key}` }, 'key', key],
  [{ 'api-key': key }, 'key', key],
  [{ cookie: `a=b; ${cookieName}=${cookie}; c=d` }, 'cookie', cookie],
  [{ 'api-key': token, cookie: `${cookieName}=${cookie}` }, 'token', token],
])('parses %j as a %s', (headers, via, secret) => {
  expect(credentialOf(headers)).toEqual({ via, hash: hashToken(secret) })
})

test.each([{}, { cookie: 'a=b' }, { authorization: `Basic ${token}` }, { cookie: `x${cookieName}=${cookie}` }])(
  'finds no credential in %j',
  (headers) => {
    expect(credentialOf(headers)).toBe('none')
  },
)

test.each([
  { 'api-key': '' },
  { 'api-key': 'nonsense' },
  { 'api-key': `${token}, ${token}` },
  { 'api-key': cookie },
  { 'api-key': 'nonsense', authorization: `Bearer ${token}` },
  { cookie: `${cookieName}=${token}` },
  { cookie: `${cookieName}=${cookie}; ${cookieName}=${cookie}` },
  { cookie: `${cookieName}=` },
])('rejects %j as malformed', (headers) => {
  expect(credentialOf(headers)).toBe('malformed')
})

test('never throws, for any headers', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 })
  const headers = fc.record({ 'api-key': text, authorization: text, cookie: text }, { requiredKeys: [] })
  fc.assert(fc.property(headers, (each) => typeof credentialOf(each) === 'string'))
})

test('the published pattern matches every token and key', () => {
  for (const each of [newToken(), newKey()]) expect(each).toMatch(/^apk_(key_)?[A-Za-z0-9_-]{43}$/)
})

test('the cookie is limited to this host, TLS and same-site requests, and hidden from scripts', () => {
  expect(setCookie('x', 300)).toBe('__Host-sid=x; Path=/; Max-Age=300; HttpOnly; Secure; SameSite=Strict')
})
