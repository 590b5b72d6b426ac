/** What is stored of an alert for the listings. */
export interface AlertEntry {
  '@timestamp': string
  timestamp_received: string
  /** Only when `@timestamp` is the arrival because of it. */
  timestamp_claimed?: string
  uuid: string
  family: 'network_events' | 'malware' | 'code_analysis'
  type: 'network_engine' | 'malware_engine' | 'code_engine'
  event_type: string
  severity?: number
  name: string
  description: string
  /** What analysts said last. */
  status: 'open' | 'acknowledged' | 'closed'
  /** The same for all alerts of one signature, source and destination. */
  group: string
  /** As the policy computed it when the alert arrived. */
  risk: number
  /** What counts now: the computed risk until something changes it. `rank` follows from it. */
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
