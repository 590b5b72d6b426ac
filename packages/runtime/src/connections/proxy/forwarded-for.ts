import { isIP } from 'node:net'
import { addressOf } from '../../address/source-address.ts'

/**
 * The address that the proxy next to us has put last into X-Forwarded-For; what stands before it was written by others.
 * Undefined when there is none.
 */
export function lastForwardedFor(header: string | readonly string[] | undefined): string | undefined {
  const text = typeof header === 'string' ? header : header?.at(-1)
  const last = text?.slice(text.lastIndexOf(',') + 1).trim() ?? ''
  return isIP(last) !== 0 && !last.includes('%') ? addressOf({ ip: last }) : undefined
}
