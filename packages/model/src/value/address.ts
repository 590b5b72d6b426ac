import { isIP, SocketAddress } from 'node:net'

/**
 * An IP address in canonical form: IPv6 compressed and in lower case, IPv4-mapped IPv6 as IPv4. Undefined for anything
 * else, and for an IP address with a zone, which is only meaningful on one machine.
 */
export function canonicalAddress(text: string): string | undefined {
  const version = text.includes('%') ? 0 : isIP(text)
  if (version !== 6) return version === 4 ? text : undefined
  const { address } = new SocketAddress({ address: text, family: 'ipv6' })
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address
}
