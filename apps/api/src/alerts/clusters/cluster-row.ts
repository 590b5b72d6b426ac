import type { Cluster, ProbeReference } from '@watchpost/contract'
import type { ClusterDocument } from '@watchpost/engine'
import { type PairedProbes, probeReference } from '../alert-row.ts'
import { clusterAddress } from '../cluster-address.ts'
import { dateOf } from '../../http/request/instant.ts'
import type { ClusterAngle } from './read-cluster-listing.ts'

/** A cluster as the API returns it, for the side and the probe that the caller asked for. */
export function clusterRow(cluster: ClusterDocument, angle: ClusterAngle, paired: PairedProbes): Cluster {
  const { ip, date: start, frequency, number_alerts, network_engine, malware_engine, code_engine } = cluster
  const probes = cluster.probes.map((probe) => probeReference(probe, paired))
  const [first] = probes as [ProbeReference]
  const date = dateOf(start)
  return {
    id: `${ip}-${start}`,
    ip,
    number_alerts,
    ...countsByStatus(cluster),
    average_risk: cluster.average_risk,
    risk_score: cluster.risk_score,
    date,
    description: `${ip} has ${number_alerts} ${number_alerts === 1 ? 'alert' : 'alerts'} in the ${frequency} from ${date}: ${network_engine} network, ${malware_engine} malware, ${code_engine} code.`,
    malware_codeanalysis: malware_engine + code_engine,
    type_ip: angle.typeIp,
    probe: first,
    probes,
    number_probes: cluster.number_probes,
    network_engine,
    malware_engine,
    code_engine,
    worst_risk: cluster.worst_risk,
    first: cluster.first,
    last: cluster.last,
    number_signatures: cluster.number_signatures,
    signatures: cluster.signatures,
    number_peers: cluster.number_peers,
    peers: cluster.peers.map(({ name, ...rest }) => ({ ip: name, ...rest })),
    frequency,
    self: clusterAddress({ ip, start, ...angle }),
  }
}

/** The alerts of a cluster that is not counted by status yet are open. */
function countsByStatus({ number_alerts, open = number_alerts, acknowledged = 0, closed = 0 }: ClusterDocument) {
  return { open, acknowledged, closed }
}
