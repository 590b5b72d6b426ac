import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The caller's IP address; an IPv4-mapped IPv6 address is converted to IPv4. */
export function addressOf({ ip }: { ip: string }): string {
  return ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}

/** What counts as one source: an IPv4 address, or the /64 of an IPv6 host. */
export function sourceOf(address: string): string {
  const bare = address.replace(/%.*$/, '')
  const version = isIP(bare)
  if (version === 0) return 'unknown'
  if (version === 4) return bare
  const parsed = ipaddr.process(bare)
  return parsed instanceof ipaddr.IPv4
    ? parsed.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}
