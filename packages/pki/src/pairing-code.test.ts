import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAuthority } from './authority.ts'
import { pinOf } from './certificate-facts.ts'
import { enrolCommand, hashPairingToken, newPairingCode } from './pairing-code.ts'

test('a code is a 160-bit token and the pin of the authority; only the digest is stored', async () => {
  const { certPem } = await createAuthority({ commonName: 'test' })
  const codes = Array.from({ length: 50 }, () => newPairingCode(certPem))
  for (const { code, codeHash } of codes) {
    const [token = '', pin, ...rest] = code.split('.')
    expect(token).toMatch(/^[a-z2-7]{32}$/)
    expect([pin, rest]).toEqual([pinOf(certPem), []])
    expect(codeHash).toEqual(createHash('sha256').update(token).digest())
    expect(hashPairingToken(token)).toEqual(codeHash)
  }
  expect(new Set(codes.map(({ code }) => code)).size).toBe(50)
  // Every character occurs, also at both ends: no bit is fixed.
  for (const at of [0, 31]) expect(new Set(codes.map(({ code }) => code[at])).size).toBeGreaterThan(10)
})

test('the enrolment command is one shell line', () => {
  expect(enrolCommand('https://watchpost.example.test:8444', 'abc.def')).toBe(
    'watchpost-probe enrol --appliance https://watchpost.example.test:8444 --code abc.def',
  )
})
