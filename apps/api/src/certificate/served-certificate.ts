import type { Server } from 'node:https'
import { type Logger, type Metrics, type Part, tlsPolicy } from '@watchpost/runtime'
import { type CertificateStore, createCertificateWatch, untilStoreAnswers } from '@watchpost/store'

/**
 * Sets the certificate of the public port, and each replacement within 2 seconds, on every instance, without a restart.
 * Open connections keep the certificate that they started with.
 */
export function createServedCertificate(
  certificates: Pick<CertificateStore, 'list' | 'read'>,
  { logger, metrics }: { logger: Logger; metrics: Metrics },
): Part & { onTls(server: Server): void } {
  let server: Server | undefined
  const watch = createCertificateWatch(certificates, {
    purposes: ['administrator', 'appliance'],
    onChange: ({ chainPem, keyPem }) => server?.setSecureContext({ ...tlsPolicy, cert: chainPem, key: keyPem }),
    logger,
    metrics,
  })
  return {
    name: watch.name,
    onTls(started) {
      server = started
    },
    async start() {
      await untilStoreAnswers(watch.ask, logger)
      await watch.start()
    },
    stop: watch.stop,
  }
}
