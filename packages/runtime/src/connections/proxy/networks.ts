import { BlockList, isIP } from 'node:net'
import { ConfigError } from '../../config.ts'
import { addressOf } from '../../address/source-address.ts'

/** Checks whether an IP address is in one of the configured networks. */
export interface Networks {
  isEmpty: boolean
  includes(address: string): boolean
}

/** IP addresses or CIDR networks, for example `192.0.2.0/24`. Throws a ConfigError that names the setting. */
export function readNetworks(variable: string, texts: readonly string[]): Networks {
  const list = new BlockList()
  const wrong = texts.filter((text) => !add(list, text))
  if (wrong.length > 0) {
    const example = 'for example 192.0.2.0/24 or 2001:db8::1, and never all addresses (/0)'
    throw new ConfigError(wrong.map((text) => `${variable}: "${text}" is not a network, ${example}`))
  }
  return {
    isEmpty: texts.length === 0,
    includes(address) {
      if (texts.length === 0) return false
      const bare = addressOf({ ip: address })
      const version = isIP(bare)
      return version !== 0 && list.check(bare, version === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

function add(list: BlockList, text: string): boolean {
  const [base = '', length, ...rest] = text.split('/')
  const version = isIP(base)
  if (version === 0 || base.includes('%') || rest.length > 0) return false
  const longest = version === 4 ? 32 : 128
  const prefix = length === undefined ? longest : /^\d{1,3}$/.test(length) ? Number(length) : 0
  if (prefix < 1 || prefix > longest) return false
  list.addSubnet(base, prefix, version === 4 ? 'ipv4' : 'ipv6')
  return true
}
