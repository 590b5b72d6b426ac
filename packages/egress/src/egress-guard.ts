import { type Forbidden, forbidden } from './forbidden.ts'
import { type Address, isPartOf, isWithin, type Network, readAddress, readNetwork } from './network.ts'
import { readHost } from './read-host.ts'

export interface EgressPorts {
  /** All IP addresses of a name, from the system's resolver. */
  lookup(name: string): Promise<readonly string[]>
  /** The current IP addresses of this machine. */
  ownAddresses(): readonly string[]
}

/** The syslog ports; other allowed ports are those that no system service uses. */
const LOW_PORTS = new Set([514, 601])
const FIRST_FREE_PORT = 1_024

export type EgressGuard = ReturnType<typeof createEgressGuard>

/**
 * Decides where an export may connect to. A user who sets one must not be able to make the appliance connect to itself,
 * to maintenance ports of its neighbours, or to hosts that only it can reach.
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

  /** The fault of a target before it is resolved, or undefined. */
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

    /** The checked IP addresses of a target. A single forbidden one rejects the whole target. */
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

/** The narrowest forbidden network that contains an IP address: ::1 is in several. */
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
