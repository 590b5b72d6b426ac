import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import type { EgressPorts } from './egress-guard.ts'

/** The resolver and the IP addresses of this machine. */
export const systemEgress: EgressPorts = {
  async lookup(name) {
    const found = await lookup(name, { all: true, order: 'ipv4first' })
    return found.map(({ address }) => address)
  },
  ownAddresses: () =>
    Object.values(networkInterfaces()).flatMap((each) =>
      (each ?? []).map(({ address }) => address.replace(/%.*$/, '')),
    ),
}
