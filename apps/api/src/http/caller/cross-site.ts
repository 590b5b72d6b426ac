import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@watchpost/contract'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a request that another site may have made a browser send. A page elsewhere cannot set a header of its own
 * without asking first, and the API lets no site ask; browsers of today also say themselves where a request is from.
 */
export function refuseCrossSite({ method, headers }: { method: string; headers: IncomingHttpHeaders }): void {
  const isSafe = safeMethods.has(method)
  const site = headers['sec-fetch-site']
  const isFromHere = site === undefined || site === 'same-origin' || (isSafe && site === 'none')
  if (!isFromHere || !isOwnOrigin(headers)) {
    throw new AppError('cross-site-request', 'The browser says that another page sent this.')
  }
  if (!isSafe && !headers['x-requested-with']) {
    throw new AppError('cross-site-request', 'Send the header X-Requested-With with any value.')
  }
}

/** Compares hosts only: a proxy on the same machine may have taken the TLS away. Opaque origins (`null`) are foreign. */
function isOwnOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}
