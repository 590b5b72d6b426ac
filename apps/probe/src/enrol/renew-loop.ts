import { X509Certificate } from 'node:crypto'
import type { Logger } from '@watchpost/runtime'
import type { Clock } from '../disk/clock.ts'
import type { Issued } from '../send/gateway.ts'
import type { Identity } from '../send/https-client.ts'
import type { Trouble } from '../send/trouble.ts'
import { createCertificateRequest } from './certificate-request.ts'

export interface RenewPorts {
  gateway: { renew(csr: string): Promise<Issued | Trouble> }
  /** The current identity, and how to switch to a new one, which is written to disk first. */
  own: { shown(): Identity; adopt(next: Identity): Promise<void> }
  clock: Clock
  random: () => number
  logger: Logger
}

/** Certificates are backdated by this much, to tolerate slow clocks. */
const BACKDATE_MS = 5 * 60_000
const MOST_PAUSE_MS = 60_000
const LEAST_PAUSE_MS = 1_000

/**
 * Renews the certificate, each time with a new key, when between a half and a third of its validity is left: probes that
 * were enrolled together do not all renew together.
 */
export async function runRenewLoop(ports: RenewPorts, stop: AbortSignal): Promise<void> {
  const { gateway, own, clock, random, logger } = ports
  const share = 1 / 3 + random() / 6
  while (!stop.aborted) {
    const { lifeMs, leftMs } = lifeOf(own.shown().cert, clock.now())
    if (leftMs <= lifeMs * share && (await renew()) === 'renewed') continue
    await clock.sleep(Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, lifeMs / 20)), stop)
  }

  async function renew(): Promise<'renewed' | 'not-renewed'> {
    const { keyPem, csrPem } = createCertificateRequest()
    const issued = await gateway.renew(csrPem)
    if ('kind' in issued) {
      logger.error({ ...issued }, 'cannot renew the certificate')
      return 'not-renewed'
    }
    const next = { ca: own.shown().ca, cert: issued.certificate, key: keyPem }
    await own.adopt(next)
    logger.info({ notAfter: new X509Certificate(next.cert).validToDate }, 'certificate renewed')
    return 'renewed'
  }
}

/** The total and the remaining validity of a certificate. */
export function lifeOf(certPem: string, now: number): { lifeMs: number; leftMs: number } {
  const { validFromDate, validToDate } = new X509Certificate(certPem)
  const end = validToDate.getTime()
  return { lifeMs: Math.max(0, end - validFromDate.getTime() - BACKDATE_MS), leftMs: end - now }
}
