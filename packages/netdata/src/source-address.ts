import { isIPv6 } from 'node:net'
import type { networkInterfaces } from 'node:os'
import { StreamTrouble } from './trouble.ts'

export type Interfaces = ReturnType<typeof networkInterfaces>

/**
 * The source IP address that makes a connection use this interface, of the same family as the target. Netdata's own
 * syntax for an interface works for IPv6 only.
 */
export function sourceAddress(interfaces: Interfaces, iface: string, target: string): string {
  const addresses = Object.hasOwn(interfaces, iface) ? interfaces[iface] : undefined
  if (!addresses) {
    const known = Object.keys(interfaces).join(', ')
    throw new StreamTrouble('interface', `This appliance has no interface ${iface} that is up; there are: ${known}.`)
  }
  const family = isIPv6(target) ? 'IPv6' : 'IPv4'
  const found = addresses
    .filter((each) => each.family === family && !each.address.startsWith('fe80:'))
    .map(({ address }) => address)[0]
  if (!found) {
    throw new StreamTrouble('interface', `The interface ${iface} has no ${family} address to reach ${target} from.`)
  }
  return found
}
