import { BlockList, isIP, isIPv4 } from 'node:net'

/** Whether an IP address is in one of a list of networks. Any other text is in none. */
export type NetworkTest = (address: string | undefined) => boolean

/** Compiles networks, which must be valid. */
export function createNetworkTest(networks: readonly string[]): NetworkTest {
  const list = new BlockList()
  for (const network of networks) {
    const read = readNetwork(network)
    if (!read) throw new Error(`${network} is no network`)
    list.addSubnet(read.address, read.length, read.family)
  }
  return (address) => {
    // An address with a zone (fe80::1%eth0) only has a meaning on the probe.
    if (address === undefined || address.includes('%')) return false
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

export interface Network {
  address: string
  length: number
  family: 'ipv4' | 'ipv6'
}

/** Parses `10.0.0.0/8`; undefined for anything else. */
export function readNetwork(text: string): Network | undefined {
  const [, address = '', digits = ''] = /^([0-9A-Fa-f:.]+)\/(\d{1,3})$/.exec(text) ?? []
  if (isIP(address) === 0) return undefined
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  const length = Number(digits)
  return length <= (family === 'ipv4' ? 32 : 128) ? { address, length, family } : undefined
}
