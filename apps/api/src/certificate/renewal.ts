import { isFresh, issueServerCertificate, namesOf, recordOf, SERVER_DAYS } from '@watchpost/pki'
import type {
  AuditOrigin,
  CertificatePurpose,
  NewCertificate,
  PublicCertificate,
  StoredCertificate,
} from '@watchpost/store'

/** Storage that the renewal needs. */
export interface RenewalPorts {
  find(purpose: CertificatePurpose): Promise<PublicCertificate | 'absent'>
  read(purpose: CertificatePurpose): Promise<StoredCertificate | 'absent'>
  /** Calls `make` under the certificate lock; `kept` keeps the current certificate. */
  replace(
    origin: AuditOrigin,
    purpose: CertificatePurpose,
    make: (present: PublicCertificate | 'absent') => Promise<NewCertificate | 'kept'>,
  ): Promise<'replaced' | 'kept'>
}

const byItself: AuditOrigin = {
  accountId: null,
  username: 'appliance',
  via: 'appliance',
  credentialPrefix: null,
  address: '',
  requestId: '',
}

/**
 * Reissues the appliance's own server certificate a month before it expires, for the same names. Any instance of the
 * API may do it; the others then find it renewed.
 */
export function createRenewal(certificates: RenewalPorts, now: () => number = Date.now) {
  const isDue = (present: PublicCertificate | 'absent', authority: PublicCertificate | 'absent') =>
    present !== 'absent' && authority !== 'absent' && !isFresh(present.chainPem, authority.chainPem, now())

  return async function renewIfDue(): Promise<'replaced' | 'kept'> {
    if (!isDue(await certificates.find('appliance'), await certificates.find('authority'))) return 'kept'
    const authority = await certificates.read('authority')
    return certificates.replace(byItself, 'appliance', async (present) => {
      if (present === 'absent' || authority === 'absent' || !isDue(present, authority)) return 'kept'
      const issuer = { certPem: authority.chainPem, keyPem: authority.keyPem }
      const served = namesOf(present.chainPem)
      return recordOf(await issueServerCertificate(issuer, { ...served, days: SERVER_DAYS, now: new Date(now()) }))
    })
  }
}
