import { type Filters, type KnownAlert, matcherOf } from './expected-matches.ts'
import { expectedScore, isWithin, type Policy } from './expected-risk.ts'

/** The UUIDs that a listing must return, in order. */
export function expectedAlerts(alerts: readonly KnownAlert[], filters: Filters, sort: string): string[] {
  return inOrder(alerts.filter(matcherOf(filters)), sort).map(({ uuid }) => uuid)
}

/** These alerts in the order of a listing. */
export function inOrder(alerts: readonly KnownAlert[], sort: string): KnownAlert[] {
  const [key = 'date', direction] = sort.split('_')
  const sign = direction === 'asc' ? 1 : -1
  return alerts.toSorted((a, b) => {
    const byRisk = key === 'risk' ? a.risk - b.risk : 0
    return sign * (byRisk || compare(a.time, b.time) || compare(a.uuid, b.uuid))
  })
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export interface ClusterQuestion {
  frequency: 'hour' | 'day'
  type_ip: 'src' | 'dest' | 'both'
  probe_id: string
  date_from?: string
  date_to?: string
  ip?: string
}

/** A cluster, as far as it follows from the oracle. */
export interface ExpectedCluster {
  id: string
  ip: string
  number_alerts: number
  average_risk: number
  risk_score: number
  date: string
  malware_codeanalysis: number
  type_ip: string
  probe: number
  network_engine: number
  malware_engine: number
  code_engine: number
  worst_risk: number
  first: string
  last: string
  number_signatures: number
  number_peers: number
  number_probes: number
}

/** The clusters that a listing must return, by id. */
export function expectedClusters(
  alerts: readonly KnownAlert[],
  asked: ClusterQuestion,
  policy: Policy,
): ExpectedCluster[] {
  const groups = new Map<string, { ip: string; start: string; own: KnownAlert[] }>()
  for (const alert of alerts) {
    if (asked.probe_id !== 'all' && alert.probe !== Number(asked.probe_id)) continue
    const start = asked.frequency === 'day' ? `${alert.time.slice(0, 10)}T00:00:00` : `${alert.time.slice(0, 13)}:00:00`
    if (asked.date_from !== undefined && start < asked.date_from) continue
    if (asked.date_to !== undefined && start > asked.date_to) continue
    const addresses = { src: [alert.src], dest: [alert.dst], both: [alert.src, alert.dst] }[asked.type_ip]
    for (const ip of new Set(addresses)) {
      if (asked.ip !== undefined && !isWithin(ip, asked.ip)) continue
      const id = `${ip}-${start}.000Z`
      const group = groups.get(id) ?? { ip, start, own: [] }
      group.own.push(alert)
      groups.set(id, group)
    }
  }
  return [...groups]
    .map(([id, { ip, start, own }]) => describe(id, ip, start, own, asked, policy))
    .sort((a, b) => compare(a.id, b.id))
}

function describe(
  id: string,
  ip: string,
  start: string,
  own: readonly KnownAlert[],
  asked: ClusterQuestion,
  policy: Policy,
): ExpectedCluster {
  const of = (type: KnownAlert['type']) => own.filter((alert) => alert.type === type).length
  const times = own.map(({ time }) => time).sort()
  const peers = new Set(own.flatMap(({ src, dst }) => [src, dst]).filter((address) => address !== ip))
  const names = new Set(own.map(({ name }) => name))
  const worst = Math.max(...own.map(({ risk }) => risk))
  const detectors = new Set(own.map(({ type }) => type)).size
  const probes = [...new Set(own.map(({ probe }) => probe))].sort((a, b) => a - b)
  return {
    id,
    ip,
    number_alerts: own.length,
    average_risk: Math.round((own.reduce((sum, { risk }) => sum + risk, 0) / own.length) * 100) / 100,
    risk_score: expectedScore(
      { worst, alerts: own.length, peers: peers.size, signatures: names.size, detectors },
      policy,
    ),
    date: start,
    malware_codeanalysis: of('malware_engine') + of('code_engine'),
    type_ip: asked.type_ip,
    probe: probes[0] ?? 0,
    network_engine: of('network_engine'),
    malware_engine: of('malware_engine'),
    code_engine: of('code_engine'),
    worst_risk: worst,
    first: times[0] ?? '',
    last: times.at(-1) ?? '',
    number_signatures: names.size,
    number_peers: peers.size,
    number_probes: probes.length,
  }
}
