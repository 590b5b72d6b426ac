import { isIP } from 'node:net'
import { addressOf } from '../../address/source-address.ts'

/**
 * The last IP address in X-Forwarded-For, which the proxy next to us added; earlier ones were written by others.
 * Undefined if there is none.
 */
export function lastForwardedFor(header: string | readonly string[] | undefined): string | undefined {
  const text = typeof header === 'string' ? header : header?.at(-1)
  const last = text?.slice(text.lastIndexOf(',') + 1).trim() ?? ''
  return isIP(last) !== 0 && !last.includes('%') ? addressOf({ ip: last }) : undefined
}
