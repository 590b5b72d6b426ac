import { createAuthority, issueServerCertificate, recordOf } from '@watchpost/pki'
import type { CertificatePurpose, NewCertificate } from '@watchpost/store'
import type { CertificatePorts } from '../../src/certificate/certificate-service.ts'

const authority = await createAuthority({ commonName: 'test' })
const own = await issueServerCertificate(authority, { names: ['localhost'], addresses: [], days: 90 })

/** An in-memory certificate store: an authority and the certificates that it issued. */
export function aCertificateStore(): CertificatePorts {
  const present = new Map<CertificatePurpose, NewCertificate>([
    ['authority', recordOf(authority)],
    ['appliance', recordOf(own)],
  ])
  return {
    async find(purpose) {
      const found = present.get(purpose)
      return found ? { purpose, ...found } : 'absent'
    },
    async replace(_origin, purpose, make) {
      present.set(purpose, await make())
    },
    async withdraw(_origin, purpose) {
      present.delete(purpose)
    },
  }
}
