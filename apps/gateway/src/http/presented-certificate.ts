import type { KeyPair } from '@watchpost/pki'
import type { Logger, Metrics, Part } from '@watchpost/runtime'
import {
  type CertificateStore,
  createCertificateWatch,
  type StoredCertificate,
  untilStoreAnswers,
} from '@watchpost/store'

export interface PresentedCertificatePorts {
  /** Throws when the key file is not the one that encrypted this store. */
  checkKeys(): Promise<void>
  certificates: Pick<CertificateStore, 'find' | 'list' | 'read'>
  present(certificate: StoredCertificate, authorityPem: string): void
}

export interface PresentedCertificate extends Part {
  /** The CA certificate that probes trust; undefined until the store has been read. */
  authorityPem(): string | undefined
  /** The CA with its key, read from the store each time. */
  readAuthority(): Promise<KeyPair>
}

/**
 * Gives the gateway the appliance's own certificate, and the new one after a renewal. It never uses an administrator's
 * certificate: probes trust only the appliance's CA.
 */
export function createPresentedCertificate(
  { checkKeys, certificates, present }: PresentedCertificatePorts,
  { logger, metrics }: { logger: Logger; metrics: Metrics },
): PresentedCertificate {
  let authorityPem: string | undefined
  const watch = createCertificateWatch(certificates, {
    purposes: ['appliance'],
    onChange: (certificate) => present(certificate, authorityPem ?? ''),
    logger,
    metrics,
  })

  async function begin(): Promise<void> {
    await checkKeys()
    const authority = await certificates.find('authority')
    if (authority === 'absent') throw new Error('the store holds no authority: run `watchpost init`')
    authorityPem = authority.chainPem
    await watch.ask()
  }

  return {
    name: watch.name,
    async start() {
      await untilStoreAnswers(begin, logger)
      await watch.start()
    },
    stop: watch.stop,
    authorityPem: () => authorityPem,
    async readAuthority() {
      const authority = await certificates.read('authority')
      if (authority === 'absent') throw new Error('the store holds no authority: run `watchpost init`')
      return { certPem: authority.chainPem, keyPem: authority.keyPem }
    },
  }
}
