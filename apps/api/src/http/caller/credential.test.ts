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
])('%j is taken for a %s', (headers, via, secret) => {
  expect(credentialOf(headers)).toEqual({ via, hash: hashToken(secret) })
})

test.each([{}, { cookie: 'a=b' }, { authorization: `Basic ${token}` }, { cookie: `x${cookieName}=${cookie}` }])(
  '%j is nothing',
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
])('%j is not a credential', (headers) => {
  expect(credentialOf(headers)).toBe('malformed')
})

test('whatever the headers, reading them never throws', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 })
  const headers = fc.record({ 'api-key': text, authorization: text, cookie: text }, { requiredKeys: [] })
  fc.assert(fc.property(headers, (each) => typeof credentialOf(each) === 'string'))
})

test('the published pattern finds every token and key', () => {
  for (const each of [newToken(), newKey()]) expect(each).toMatch(/^apk_(key_)?[A-Za-z0-9_-]{43}$/)
})

test('the cookie is for this host, over TLS, for no script and for no other site', () => {
  expect(setCookie('x', 300)).toBe('__Host-sid=x; Path=/; Max-Age=300; HttpOnly; Secure; SameSite=Strict')
})
