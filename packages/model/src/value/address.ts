import { isIP, SocketAddress } from 'node:net'

/**
 * An address in its one spelling: IPv6 as short as it goes and in small letters, IPv4 within IPv6 as the IPv4 address
 * that it is. Undefined for what is not an address, and for one with a zone, which means something on one machine only.
 */
export function canonicalAddress(text: string): string | undefined {
  const version = text.includes('%') ? 0 : isIP(text)
  if (version !== 6) return version === 4 ? text : undefined
  const { address } = new SocketAddress({ address: text, family: 'ipv6' })
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address
}
