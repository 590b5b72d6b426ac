import { X509Certificate } from 'node:crypto'
import { createAuthority, issueServerCertificate, namesOf, recordOf } from '@watchpost/pki'
import type { AuditOrigin, CertificatePurpose, NewCertificate } from '@watchpost/store'
import { expect, test } from 'vitest'
import { createRenewal, type RenewalPorts } from './renewal.ts'

const DAY_MS = 86_400_000

async function aWorld() {
  const authority = await createAuthority({ commonName: 'test' })
  const names = { names: ['a.example.org'], addresses: ['192.0.2.1', '2001:db8::1'] }
  const served = await issueServerCertificate(authority, { ...names, days: 365 })
  const present = new Map<CertificatePurpose, NewCertificate>([
    ['authority', recordOf(authority)],
    ['appliance', recordOf(served)],
  ])
  const origins: AuditOrigin[] = []
  const read = async (purpose: CertificatePurpose) => {
    const found = present.get(purpose)
    return found ? { purpose, ...found } : ('absent' as const)
  }
  const ports: RenewalPorts = {
    find: read,
    read,
    async replace(origin, purpose, make) {
      const made = await make(await read(purpose))
      if (made === 'kept') return 'kept'
      origins.push(origin)
      present.set(purpose, made)
      return 'replaced'
    },
  }
  return { ports, present, origins, names, authority, served }
}

test('reissues the certificate a month before it expires, for the same names and by the same authority', async () => {
  const { ports, present, origins, names, authority, served } = await aWorld()
  const now = Date.now() + 336 * DAY_MS
  expect(await createRenewal(ports, () => now)()).toBe('replaced')
  const renewed = present.get('appliance')?.chainPem ?? ''
  expect(renewed).not.toBe(served.certPem)
  expect(namesOf(renewed)).toEqual(names)
  const certificate = new X509Certificate(renewed)
  expect(certificate.verify(new X509Certificate(authority.certPem).publicKey)).toBe(true)
  expect(certificate.validToDate.getTime()).toBeGreaterThan(now + 364 * DAY_MS)
  expect(origins).toMatchObject([{ username: 'appliance', via: 'appliance' }])
  expect(await createRenewal(ports, () => now)()).toBe('kept')
})

test('keeps a certificate that is not due yet', async () => {
  const { ports } = await aWorld()
  expect(await createRenewal(ports, () => Date.now() + 334 * DAY_MS)()).toBe('kept')
})

test('renews once when several instances see it due at the same time', async () => {
  const { ports, origins } = await aWorld()
  const now = Date.now() + 400 * DAY_MS
  let queue: Promise<unknown> = Promise.resolve()
  const oneAtATime: RenewalPorts['replace'] = (...given) => {
    const next = queue.then(() => ports.replace(...given))
    queue = next
    return next
  }
  const renew = createRenewal({ ...ports, replace: oneAtATime }, () => now)
  expect((await Promise.all([renew(), renew(), renew()])).sort()).toEqual(['kept', 'kept', 'replaced'])
  expect(origins).toHaveLength(1)
})
