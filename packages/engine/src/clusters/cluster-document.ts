/** A name or an IP address, and its number of alerts. */
export interface Counted {
  name: string
  number_alerts: number
}

/** A stored cluster: alerts of one IP address in one time frame, for its angles. */
export interface ClusterDocument {
  /** What it covers, for example `src/all` or `both/7`: the side of the IP address, and the probe. */
  angles: string[]
  frequency: 'hour' | 'day'
  ip: string
  /** Start of the frame, with milliseconds and `Z`. */
  date: string
  number_alerts: number
  /** Alerts by status. Absent until the clusters of earlier versions are counted again. */
  open?: number
  acknowledged?: number
  closed?: number
  average_risk: number
  worst_risk: number
  risk_score: number
  /** Score and date in one number, for sorting. */
  by_risk: number
  policy_version: number
  contributions: { name: string; points: number; reason: string }[]
  network_engine: number
  malware_engine: number
  code_engine: number
  first: string
  last: string
  number_signatures: number
  signatures: Counted[]
  number_peers: number
  peers: Counted[]
  number_probes: number
  probes: { id: number; fqdn: string }[]
}

/** A cluster and its id. */
export interface StoredCluster {
  id: string
  document: ClusterDocument
}
