/** An event as a probe's detectors write it: one JSON object per line, no envelope. */
export interface WireEvent {
  event_type: string
  timestamp?: string
  timestamp_detected?: string
  timestamp_analyzed?: string
  src_ip?: string
  dest_ip?: string
  proto?: string
  app_proto?: string
  [field: string]: unknown
}
