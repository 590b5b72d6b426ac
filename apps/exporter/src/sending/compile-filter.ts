import type { SyslogFilters } from '@watchpost/contract'
import { isWithin, type Network, readAddress, readNetwork } from '@watchpost/egress'
import type { EventOutline } from '@watchpost/model'
import type { Piece } from '../reading/chunk.ts'
import { AUDIT, COVERAGE } from '../reading/position.ts'

/** Returns the outline of an event if the export wants it, otherwise the reason why not. */
export type Filter = (piece: Piece) => EventOutline | 'unwanted' | 'unreadable'

/** Cached IP addresses; more than a busy network shows at a time. */
const REMEMBERED = 20_000

/** Compiles filters once. Cheapest check first: the probe is known before the event is parsed. */
export function compileFilter({ ips, probes, protocols, event_types, min_risk }: SyslogFilters): Filter {
  const probeIds = probes.length > 0 ? new Set(probes.map(({ id }) => id)) : undefined
  const isAuditNamed = event_types.includes('audit')
  const isCoverageNamed = event_types.includes('coverage')
  const kinds = protocols.length + event_types.length > 0 ? new Set<string>([...protocols, ...event_types]) : undefined
  // Events of a probe are never audit rows or coverage statements, even if they have that type.
  kinds?.delete('audit')
  kinds?.delete('coverage')
  const isListed = ips.length > 0 ? addressTest(ips) : undefined
  const leastRisk = min_risk ?? 0

  return (piece) => {
    if (piece.record.partition === AUDIT) return isAuditNamed ? (piece.look() ?? 'unreadable') : 'unwanted'
    if (piece.record.partition === COVERAGE) return isCoverageNamed ? (piece.look() ?? 'unreadable') : 'unwanted'
    if (probeIds && !probeIds.has(piece.record.identity.probeId)) return 'unwanted'
    const event = piece.look()
    if (!event) return 'unreadable'
    if (kinds && !kinds.has(event.eventType)) return 'unwanted'
    if (leastRisk > 0 && (event.risk ?? 0) < leastRisk) return 'unwanted'
    if (isListed && !event.addresses().some(isListed)) return 'unwanted'
    return event
  }
}

/** Compares single IP addresses as canonical text and networks numerically, and caches each result. */
function addressTest(ips: readonly string[]): (address: string) => boolean {
  const single = new Set<string>()
  const networks: Network[] = []
  for (const text of ips) {
    const address = readAddress(text)
    const network = address ? undefined : readNetwork(text)
    if (address) single.add(address.toString())
    else if (network) networks.push(network)
    else throw new Error(`${text} is neither an address nor a network`)
  }
  const remembered = new Map<string, boolean>()

  return (text) => {
    const known = remembered.get(text)
    if (known !== undefined) return known
    const address = readAddress(text)
    const isIn =
      address !== undefined && (single.has(address.toString()) || networks.some((each) => isWithin(address, each)))
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(text, isIn)
    return isIn
  }
}
