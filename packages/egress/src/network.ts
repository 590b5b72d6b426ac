import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network: its base address and its prefix length. */
export interface Network {
  base: Address
  length: number
}

/** Parses `192.0.2.0/24`; undefined for anything else. IPv4-mapped IPv6 is read as IPv4. */
export function readNetwork(text: string): Network | undefined {
  const [, address = '', digits = ''] = /^([0-9A-Fa-f:.]+)\/(\d{1,3})$/.exec(text) ?? []
  const base = readAddress(address)
  const length = Number(digits) - (base?.kind() === 'ipv4' && address.includes(':') ? 96 : 0)
  if (!base || length < 0 || length > (base.kind() === 'ipv4' ? 32 : 128)) return undefined
  return { base, length }
}

/**
 * Parses an IP address in its plain notation: four decimal numbers, or IPv6 without a zone. Octal, hexadecimal and
 * short forms are rejected, because the system's resolver may read them as an unexpected address.
 */
export function readAddress(text: string): Address | undefined {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) {
    return ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : undefined
  }
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.IPv6.parse(text)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

export function isWithin(address: Address, { base, length }: Network): boolean {
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, length)
  return base instanceof ipaddr.IPv6 && address.match(base, length)
}

/** Whether a network is completely inside another. */
export function isPartOf(inner: Network, outer: Network): boolean {
  return inner.length >= outer.length && isWithin(inner.base, outer)
}
