import { X509Certificate } from 'node:crypto'
import type { Logger } from '@watchpost/runtime'
import type { Clock } from '../disk/clock.ts'
import type { Issued } from '../send/gateway.ts'
import type { Identity } from '../send/https-client.ts'
import type { Trouble } from '../send/trouble.ts'
import { createCertificateRequest } from './certificate-request.ts'

export interface RenewPorts {
  gateway: { renew(csr: string): Promise<Issued | Trouble>; use(identity: Identity): void }
  files: { write(identity: Identity): Promise<void> }
  clock: Clock
  logger: Logger
}

/** Certificates begin this long before they are made, for the sake of slow clocks. */
const BACKDATE_MS = 5 * 60_000
const MOST_PAUSE_MS = 60_000
const LEAST_PAUSE_MS = 1_000

/** Renews the certificate, each time with a new key, when a third of its life is left. */
export async function runRenewLoop(
  { gateway, files, clock, logger }: RenewPorts,
  first: Identity,
  stop: AbortSignal,
): Promise<void> {
  let identity = first
  while (!stop.aborted) {
    const { lifeMs, leftMs } = lifeOf(identity.cert, clock.now())
    if (leftMs <= lifeMs / 3) {
      const renewed = await renew(identity)
      if (renewed) {
        identity = renewed
        continue
      }
    }
    await clock.sleep(Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, lifeMs / 20)), stop)
  }

  async function renew(own: Identity): Promise<Identity | undefined> {
    const { keyPem, csrPem } = createCertificateRequest()
    const issued = await gateway.renew(csrPem)
    if ('kind' in issued) {
      logger.error({ ...issued }, 'the certificate could not be renewed')
      return undefined
    }
    const next = { ca: own.ca, cert: issued.certificate, key: keyPem }
    // On disk before it is used: the old one may be revoked as soon as the new one is seen.
    await files.write(next)
    gateway.use(next)
    logger.info({ notAfter: new X509Certificate(next.cert).validToDate }, 'certificate renewed')
    return next
  }
}

/** How long a certificate is good for in all, and from now on. */
export function lifeOf(certPem: string, now: number): { lifeMs: number; leftMs: number } {
  const { validFromDate, validToDate } = new X509Certificate(certPem)
  const end = validToDate.getTime()
  return { lifeMs: Math.max(0, end - validFromDate.getTime() - BACKDATE_MS), leftMs: end - now }
}
