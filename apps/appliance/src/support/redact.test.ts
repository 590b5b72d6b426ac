import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedact } from './redact.ts'

test('finds a known secret in every encoding', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8, maxLength: 40 }), fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(secret.trim().length >= 8)
      const redact = createRedact([secret])
      const spelled = [
        secret.trim(),
        encodeURIComponent(secret.trim()),
        JSON.stringify({ x: secret.trim() }),
        Buffer.from(secret.trim()).toString('base64'),
      ]
      for (const each of spelled) {
        const clean = redact(`${before}${each}${after}`)
        if (!`${before}${after}[secret]`.includes(secret.trim())) expect(clean).not.toContain(secret.trim())
      }
    }),
  )
})

test.each([
  ['postgres://watchpost:hunter22@db/watchpost', 'hunter22'],
  ['{"req":{"headers":{"api-key":"apk_abcdefghijklmnop"}}}', 'apk_abcdefghijklmnop'],
  ['Authorization: Bearer abcdefghijklmnop', 'abcdefghijklmnop'],
  ['password = hunter22', 'hunter22'],
  ["{'token': 'x y z'}", 'x y z'],
  ['{"password":"a\\"b c"}', 'b c'],
  ['-----BEGIN PRIVATE KEY-----\nMIGHAgEA\n-----END PRIVATE KEY-----', 'MIGHAgEA'],
  ['{"pem":"-----BEGIN EC PRIVATE KEY-----\\nMIGHAgEA\\n"}', 'MIGHAgEA'],
  ['hash $argon2id$v=19$m=47104,t=1,p=1$c2FsdA$aGFzaA', 'c2FsdA'],
])('redacts from %j the secret %j', (text, secret) => {
  expect(createRedact([])(text)).not.toContain(secret)
})

test('keeps text that is not a secret', () => {
  const text = '{"level":"info","role":"gateway","generation":7,"msg":"generation sealed"}\nwatchpost_gateway_held 1\n'
  expect(createRedact(['a-long-password'])(text)).toBe(text)
})
