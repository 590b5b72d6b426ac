import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A CIDR network in its one spelling, IPv4 as IPv4 however it was written; `invalid` when it is none. */
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
  // All of IPv4 and more: no one means that.
  return length < 96 ? 'invalid' : readNetwork(`${parsed.toIPv4Address().toString()}/${length - 96}`)
}

/** Whether an address lies in one of the networks, in whichever form it is written. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const plain = plainAddress(address)
  if (plain === 'invalid') return false
  const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', prefix = ''] = network.split('/')
    // Of its own family only: a network of IPv6 says nothing about IPv4.
    if (isIP(base) === isIP(plain)) list.addSubnet(base, Number(prefix), family)
  }
  return list.check(plain, family)
}

/** Whether all of a network lies in one of the others; all as `readNetwork` spells them. */
export function isNetworkWithin(network: string, others: readonly string[]): boolean {
  const [base = '', length = ''] = network.split('/')
  return others.some((other) => Number(other.split('/')[1]) <= Number(length) && isWithin(base, [other]))
}

/** Without the name of an interface, and IPv4 as IPv4; `invalid` when it is not an IP address. */
function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, '')
  return isIP(bare) === 0 ? 'invalid' : ipaddr.process(bare).toString()
}

function spell(network: { toString(): string }, length: number): string {
  return `${network.toString()}/${length}`
}
