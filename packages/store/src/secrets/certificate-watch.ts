import { createWatch, type Logger, type Metrics } from '@watchpost/runtime'
import type { CertificateStore, StoredCertificate } from './certificate-store.ts'
import type { CertificatePurpose } from '../database/database.ts'

/** A new certificate is served by every copy within this time and that of two questions to the store. */
const EVERY_MS = 1_000

export interface CertificateWatchOptions {
  /** The first of these that there is, is served. */
  purposes: readonly CertificatePurpose[]
  /** Told the first certificate and each other one. */
  onChange(certificate: StoredCertificate): void
  logger: Pick<Logger, 'info' | 'warn'>
  metrics: Pick<Metrics, 'gauge'>
}

/** Follows the certificate that a server presents. When the store, or the key to it, is away the last one goes on. */
export function createCertificateWatch(
  certificates: Pick<CertificateStore, 'list' | 'read'>,
  { purposes, onChange, logger, metrics }: CertificateWatchOptions,
) {
  let served: StoredCertificate | undefined

  async function find(): Promise<StoredCertificate> {
    const present = new Map((await certificates.list()).map((each) => [each.purpose, each]))
    const wanted = purposes.map((purpose) => present.get(purpose)).find((each) => each !== undefined)
    if (!wanted) throw new Error('there is no certificate to serve: run `watchpost init`')
    // By the whole chain: the same certificate may come again with the link that was missing.
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
    /** Asks now; throws when there is none to serve. */
    ask: watch.ask,
    /** What is served now. */
    served: () => served,
  }
}
