import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@watchpost/contract'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects a cross-site request of a browser (CSRF). A page of another site cannot set a custom header without a CORS
 * preflight, and the API allows none; current browsers also send the origin of a request.
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

/** Compares hosts only, because a proxy on the same machine may terminate TLS. Opaque origins (`null`) are foreign. */
function isOwnOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}
