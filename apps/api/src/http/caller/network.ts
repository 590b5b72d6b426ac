import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Normalises a CIDR network, IPv4-mapped IPv6 to IPv4; `invalid` if it is not one. */
export function readNetwork(text: string): string {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return 'invalid'
  const longest = version === 4 ? 32 : 128
  const length = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (!(length <= longest)) return 'invalid'

  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4)
    return spell(ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${length}`), length)
  if (!parsed.isIPv4MappedAddress()) {
    return spell(ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${length}`), length)
  }
  // Reject: it would contain all of IPv4 and more, which is hardly intended.
  return length < 96 ? 'invalid' : readNetwork(`${parsed.toIPv4Address().toString()}/${length - 96}`)
}

/** Whether an IP address, in any notation, is in one of the networks. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const plain = plainAddress(address)
  if (plain === 'invalid') return false
  const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', prefix = ''] = network.split('/')
    // Only of the same family: an IPv6 network must not match IPv4.
    if (isIP(base) === isIP(plain)) list.addSubnet(base, Number(prefix), family)
  }
  return list.check(plain, family)
}

/** Whether all of a network is in one of the others; all as `readNetwork` writes them. */
export function isNetworkWithin(network: string, others: readonly string[]): boolean {
  const [base = '', length = ''] = network.split('/')
  return others.some((other) => Number(other.split('/')[1]) <= Number(length) && isWithin(base, [other]))
}

/** Without the zone, and IPv4-mapped IPv6 as IPv4; `invalid` if it is not an IP address. */
function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, '')
  return isIP(bare) === 0 ? 'invalid' : ipaddr.process(bare).toString()
}

function spell(network: { toString(): string }, length: number): string {
  return `${network.toString()}/${length}`
}
