import { AppError, type Certificate, type CertificateReplacement } from '@watchpost/contract'
import { derOf, factsOf, keyWarning, recordOf, takeCertificate } from '@watchpost/pki'
import type { AuditOrigin, CertificatePurpose, NewCertificate, PublicCertificate } from '@watchpost/store'
import { intakeProblems } from './intake-problems.ts'

/** Storage of certificates. Each change is audited in the same transaction. */
export interface CertificatePorts {
  find(purpose: CertificatePurpose): Promise<PublicCertificate | 'absent'>
  replace(origin: AuditOrigin, purpose: CertificatePurpose, make: () => Promise<NewCertificate>): Promise<unknown>
  withdraw(origin: AuditOrigin, purpose: CertificatePurpose): Promise<unknown>
}

export type CertificateService = ReturnType<typeof createCertificateService>

/** The certificate that the API presents: the appliance's own, or an administrator's. */
export function createCertificateService(certificates: CertificatePorts) {
  return {
    async read(): Promise<Certificate> {
      const own = await certificates.find('administrator')
      return described(own === 'absent' ? await present('appliance') : own)
    },

    async replace(
      origin: AuditOrigin,
      { certificate_chain, private_key }: CertificateReplacement,
    ): Promise<Certificate> {
      const taken = takeCertificate(certificate_chain, private_key)
      if ('refused' in taken) {
        const pointer = taken.at === 'key' ? '#/private_key' : '#/certificate_chain'
        throw new AppError(intakeProblems[taken.refused], undefined, { errors: [{ pointer, detail: taken.detail }] })
      }
      const certificate = recordOf(taken)
      await certificates.replace(origin, 'administrator', async () => certificate)
      return described({ purpose: 'administrator', ...certificate })
    },

    async restore(origin: AuditOrigin): Promise<void> {
      await certificates.withdraw(origin, 'administrator')
    },

    /** The authority's certificate, in PEM and in DER. */
    async authority(): Promise<{ pem: string; der: Buffer }> {
      const { chainPem } = await present('authority')
      return { pem: chainPem, der: derOf(chainPem) }
    },
  }

  async function present(purpose: CertificatePurpose): Promise<PublicCertificate> {
    const certificate = await certificates.find(purpose)
    if (certificate === 'absent') throw new Error(`there is no certificate of the ${purpose}: run \`watchpost init\``)
    return certificate
  }
}

function described({ purpose, chainPem }: Pick<PublicCertificate, 'purpose' | 'chainPem'>): Certificate {
  const { fingerprint, notBefore, notAfter, ...facts } = factsOf(chainPem)
  return {
    source: purpose === 'administrator' ? 'administrator' : 'appliance',
    ...facts,
    fingerprint_sha256: fingerprint,
    not_before: toSeconds(notBefore),
    not_after: toSeconds(notAfter),
    chain: chainPem.split('-----BEGIN CERTIFICATE-----').length - 1,
    warnings: [keyWarning(chainPem) ?? []].flat(),
  }
}

/** Without milliseconds: certificates store whole seconds. */
function toSeconds(instant: Date): string {
  return instant.toISOString().replace(/\.\d+Z$/, 'Z')
}
