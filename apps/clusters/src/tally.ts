import type { CountedAlert } from '@watchpost/engine'

/** The side of an IP address in its alerts; `self` when source and destination are the same. */
export type Side = 'src' | 'dest' | 'self'

export type Status = NonNullable<CountedAlert['status']>

/** Counts for the alerts of one IP address in one frame, on one side, by one probe. */
export interface Part {
  side: Side
  probe: { id: number; fqdn: string }
  alerts: number
  /** Alerts by status. */
  statuses: Record<Status, number>
  riskSum: number
  worst: number
  policyVersion: number
  detectors: Record<CountedAlert['type'], number>
  names: Map<string, number>
  peers: Map<string, number>
  first: string
  last: string
}

/** All parts of one IP address in one frame. */
export type Tally = Map<string, Part>

/**
 * Limit of distinct values; further ones are not counted separately. An IP address that scans a network has any number
 * of peers.
 */
export const MOST_DIFFERENT = 10_000

/** The IP addresses of an alert, each once. */
export function addressesOf({ src_ip, dest_ip }: CountedAlert): string[] {
  return [...new Set([src_ip, dest_ip].filter((each) => each !== undefined))]
}

/** The part of a tally in which an alert counts. */
export function partName(ip: string, alert: CountedAlert): string {
  return `${sideOf(ip, alert)}/${alert.probe.id}`
}

/** Counts an alert. The caller makes sure that each alert is counted once. */
export function count(tally: Tally, ip: string, alert: CountedAlert): void {
  const side = sideOf(ip, alert)
  const key = partName(ip, alert)
  const part = tally.get(key) ?? emptyPart(side, alert)
  tally.set(key, part)
  const at = alert['@timestamp']
  part.alerts++
  part.statuses[alert.status ?? 'open']++
  part.riskSum += alert.risk
  part.worst = Math.max(part.worst, alert.risk)
  part.policyVersion = Math.max(part.policyVersion, alert.policy_version)
  part.detectors[alert.type]++
  if (at < part.first) part.first = at
  if (at >= part.last) {
    part.last = at
    part.probe = alert.probe
  }
  increase(part.names, alert.name)
  const peer = side === 'dest' ? alert.src_ip : alert.dest_ip
  if (peer !== undefined && side !== 'self') increase(part.peers, peer)
}

function sideOf(ip: string, { src_ip, dest_ip }: CountedAlert): Side {
  if (src_ip === dest_ip) return 'self'
  return src_ip === ip ? 'src' : 'dest'
}

function emptyPart(side: Side, alert: CountedAlert): Part {
  return {
    side,
    probe: alert.probe,
    alerts: 0,
    statuses: { open: 0, acknowledged: 0, closed: 0 },
    riskSum: 0,
    worst: 0,
    policyVersion: 1,
    detectors: { network_engine: 0, malware_engine: 0, code_engine: 0 },
    names: new Map(),
    peers: new Map(),
    first: alert['@timestamp'],
    last: alert['@timestamp'],
  }
}

function increase(counts: Map<string, number>, name: string, by = 1): void {
  const before = counts.get(name)
  if (before !== undefined || counts.size < MOST_DIFFERENT) counts.set(name, (before ?? 0) + by)
}

/** Merges several parts into one. */
export function join(parts: readonly Part[]): Omit<Part, 'side' | 'probe'> & { probes: Part['probe'][] } {
  const [only] = parts
  if (only && parts.length === 1) return { ...only, probes: [only.probe] }
  const joined = {
    alerts: sum(parts, (each) => each.alerts),
    statuses: {
      open: sum(parts, (each) => each.statuses.open),
      acknowledged: sum(parts, (each) => each.statuses.acknowledged),
      closed: sum(parts, (each) => each.statuses.closed),
    },
    riskSum: sum(parts, (each) => each.riskSum),
    worst: Math.max(...parts.map((each) => each.worst)),
    policyVersion: Math.max(...parts.map((each) => each.policyVersion)),
    detectors: {
      network_engine: sum(parts, (each) => each.detectors.network_engine),
      malware_engine: sum(parts, (each) => each.detectors.malware_engine),
      code_engine: sum(parts, (each) => each.detectors.code_engine),
    },
    names: new Map<string, number>(),
    peers: new Map<string, number>(),
    first: parts.map((each) => each.first).sort()[0] ?? '',
    last:
      parts
        .map((each) => each.last)
        .sort()
        .at(-1) ?? '',
    probes: [...new Map(parts.map(({ probe }) => [probe.id, probe])).values()].sort((a, b) => a.id - b.id),
  }
  for (const { names, peers } of parts) {
    for (const [name, alerts] of names) increase(joined.names, name, alerts)
    for (const [peer, alerts] of peers) increase(joined.peers, peer, alerts)
  }
  return joined
}

function sum(parts: readonly Part[], of: (part: Part) => number): number {
  return parts.reduce((total, part) => total + of(part), 0)
}
