/** A name or an address and how many alerts have it. */
export interface Counted {
  name: string
  number_alerts: number
}

/** A cluster as it is stored: alerts of one address in one frame, as seen from its angles. */
export interface ClusterDocument {
  /** What it covers, for example `src/all` or `both/7`: side of the address, and probe. */
  angles: string[]
  frequency: 'hour' | 'day'
  ip: string
  /** Start of the frame, with milliseconds and `Z`. */
  date: string
  number_alerts: number
  average_risk: number
  worst_risk: number
  risk_score: number
  /** Score and date in one number, to sort by. */
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

/** A cluster, what it is called, and how much it rests on: of two states of it the one with more alerts is the newer. */
export interface StoredCluster {
  id: string
  version: number
  document: ClusterDocument
}
