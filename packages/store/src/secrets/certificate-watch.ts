import { createWatch, type Logger, type Metrics } from '@watchpost/runtime'
import type { CertificateStore, StoredCertificate } from './certificate-store.ts'
import type { CertificatePurpose } from '../database/database.ts'

/** Every copy serves a new certificate within this time plus two queries to the store. */
const EVERY_MS = 1_000

export interface CertificateWatchOptions {
  /** In order of preference: the first existing one is served. */
  purposes: readonly CertificatePurpose[]
  /** Called with the first certificate and after each change. */
  onChange(certificate: StoredCertificate): void
  logger: Pick<Logger, 'info' | 'warn'>
  metrics: Pick<Metrics, 'gauge'>
}

/**
 * Follows the certificate that a server presents. If the store or the sealing key is unavailable, the last one stays in
 * use.
 */
export function createCertificateWatch(
  certificates: Pick<CertificateStore, 'list' | 'read'>,
  { purposes, onChange, logger, metrics }: CertificateWatchOptions,
) {
  let served: StoredCertificate | undefined

  async function find(): Promise<StoredCertificate> {
    const present = new Map((await certificates.list()).map((each) => [each.purpose, each]))
    const wanted = purposes.map((purpose) => present.get(purpose)).find((each) => each !== undefined)
    if (!wanted) throw new Error('there is no certificate to serve: run `watchpost init`')
    // Compare the whole chain: the same certificate may be uploaded again with a missing intermediate.
    if (served?.chainPem === wanted.chainPem) return served
    const certificate = await certificates.read(wanted.purpose)
    if (certificate === 'absent') throw new Error('the certificate was replaced while it was read')
    return certificate
  }

  const watch = createWatch('certificate', find, logger, {
    everyMs: EVERY_MS,
    onAnswer(certificate) {
      if (certificate === served) return
      onChange(certificate)
      served = certificate
      const { purpose, notAfter } = certificate
      logger.info({ purpose, notAfter, fingerprint: certificate.fingerprint.toString('hex') }, 'certificate loaded')
    },
  })
  metrics.gauge(
    'served_certificate_expires_seconds',
    'Seconds until the certificate that is served expires.',
    [],
    () => (served ? (served.notAfter.getTime() - Date.now()) / 1_000 : undefined),
  )

  return {
    name: watch.name,
    start: watch.start,
    stop: watch.stop,
    /** Checks now; throws if there is no certificate to serve. */
    ask: watch.ask,
    /** The certificate that is served now. */
    served: () => served,
  }
}
