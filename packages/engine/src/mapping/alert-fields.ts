import { blob, date, type FieldMapping, integer, ip, keyword, long, strict, unparsed, words } from './field-mapping.ts'

/** What is listed of an alert: a small document, beside the event's own, with what the listings show and filter by. */
export const alertFields: ReadonlyMap<string, FieldMapping> = new Map<string, FieldMapping>([
  ['@timestamp', strict(date)],
  ['timestamp_received', strict(date)],
  ['uuid', keyword],
  ['family', keyword],
  ['type', keyword],
  ['event_type', keyword],
  ['severity', integer],
  ['name', { ...keyword, fields: { text: words } }],
  ['description', words],
  ['risk', strict(integer)],
  ['rank', strict(long)],
  ['policy_version', strict(integer)],
  ['contributions', unparsed],
  ['probe.id', strict(integer)],
  ['probe.fqdn', blob],
  // Either side: who asks for an address means both, and so do clusters.
  ['ip', ip],
  ['src_ip', { ...ip, copy_to: 'ip' }],
  ['src_port', integer],
  ['dest_ip', { ...ip, copy_to: 'ip' }],
  ['dest_port', integer],
  ['proto', keyword],
  ['state', keyword],
  ['category', keyword],
  ['signature_id', long],
  ['flow_id', long],
  ['community_id', keyword],
  ['ingest.partition', strict(integer)],
  ['ingest.offset', strict(long)],
])
