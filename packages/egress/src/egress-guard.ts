import { type Forbidden, forbidden } from './forbidden.ts'
import { type Address, isPartOf, isWithin, type Network, readAddress, readNetwork } from './network.ts'
import { readHost } from './read-host.ts'

export interface EgressPorts {
  /** Every address of a name, by the resolver of the system. */
  lookup(name: string): Promise<readonly string[]>
  /** The addresses of this machine, as they are now. */
  ownAddresses(): readonly string[]
}

/** Ports that syslog uses, and those that no service of the system has. */
const LOW_PORTS = new Set([514, 601])
const FIRST_FREE_PORT = 1_024

export type EgressGuard = ReturnType<typeof createEgressGuard>

/**
 * Decides where an export may lead. A user who sets one must not be able to make the appliance talk to itself, to its
 * neighbours' maintenance ports, or to what only it can reach.
 */
export function createEgressGuard(
  { networks }: { networks: readonly string[] },
  { lookup, ownAddresses }: EgressPorts,
) {
  const allowed = networks.map((text) => {
    const network = readNetwork(text)
    if (!network) throw new Error(`${text} in WATCHPOST_EXPORT_NETWORKS is not a network`)
    return network
  })

  function whyNotAddress(address: Address): string | undefined {
    const opened = allowed.filter((each) => isWithin(address, each))
    if (allowed.length > 0 && opened.length === 0) {
      return 'The target lies outside of the networks that exports may lead to (WATCHPOST_EXPORT_NETWORKS).'
    }
    const closed = narrowest(address)
    if (closed) {
      const isOpened = !closed.isAlways && opened.some((each) => isPartOf(each, closed.network))
      return isOpened ? undefined : `The target is ${closed.words}.`
    }
    const isOwn = ownAddresses().some((each) => readAddress(each)?.toString() === address.toString())
    if (isOwn && !opened.some(isSingle)) return 'The target is this appliance itself.'
    return undefined
  }

  /** What is wrong with a target before anything is resolved, or nothing. */
  function whyNotTarget(host: string, port: number): { at: 'hostname' | 'port'; detail: string } | undefined {
    const read = readHost(host)
    if (read.kind === 'invalid') return { at: 'hostname', detail: read.why }
    const address = read.kind === 'address' ? readAddress(read.address) : undefined
    const why = address && whyNotAddress(address)
    if (why) return { at: 'hostname', detail: why }
    return isPort(port) ? undefined : { at: 'port', detail: 'Exports go to port 514, 601, or one from 1024 on.' }
  }

  return {
    whyNotTarget,

    /** The addresses of a target to connect to, all of them checked; one that may not be used spoils the others. */
    async resolve(host: string, port: number): Promise<readonly string[] | { refused: string }> {
      const wrong = whyNotTarget(host, port)
      if (wrong) return { refused: wrong.detail }
      const read = readHost(host)
      if (read.kind === 'invalid') return { refused: read.why }
      const found = read.kind === 'address' ? [read.address] : await lookup(read.name)
      const addresses = found.map(readAddress)
      for (const address of addresses) {
        const why = address ? whyNotAddress(address) : 'The name does not lead to an IP address.'
        if (why) return { refused: why }
      }
      return addresses.map(String)
    },
  }
}

/** What an address is called by the narrowest of the networks that are closed: ::1 lies in several. */
function narrowest(address: Address): Forbidden | undefined {
  return forbidden
    .filter(({ network }) => isWithin(address, network))
    .toSorted((a, b) => b.network.length - a.network.length)[0]
}

function isSingle({ base, length }: Network): boolean {
  return length === (base.kind() === 'ipv4' ? 32 : 128)
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port <= 65_535 && (LOW_PORTS.has(port) || port >= FIRST_FREE_PORT)
}
