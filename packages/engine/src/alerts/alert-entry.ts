/** The stored entry of an alert, for listings. */
export interface AlertEntry {
  '@timestamp': string
  timestamp_received: string
  /** Set only if `@timestamp` was replaced by the arrival time. */
  timestamp_claimed?: string
  uuid: string
  family: 'network_events' | 'malware' | 'code_analysis'
  type: 'network_engine' | 'malware_engine' | 'code_engine'
  event_type: string
  severity?: number
  name: string
  description: string
  /** The status that analysts set last. */
  status: 'open' | 'acknowledged' | 'closed'
  tags?: string[]
  verdict?: string | null
  assignee?: string | null
  /** Of status, tags, verdict and assignee: grows with every change. Absent until there is one. */
  revision?: number
  /** The same for all alerts with the same signature, source and destination. */
  group: string
  /** As computed by the policy when the alert arrived. */
  risk: number
  /** The current risk: the computed one until something changes it. `rank` is derived from it. */
  effective_risk: number
  policy_version: number
  contributions?: { name: string; points: number; reason: string }[]
  probe: { id: number; fqdn: string }
  src_ip?: string
  src_port?: number
  dest_ip?: string
  dest_port?: number
  proto?: string
  state?: string
  category?: string
  signature_id?: number
  ingest: { epoch: number; partition: number; offset: number }
}

/** An entry and the backing index that it was found in. */
export interface ListedAlert extends AlertEntry {
  index: string
}
