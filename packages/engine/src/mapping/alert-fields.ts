import { blob, date, type FieldMapping, integer, ip, keyword, long, strict, unparsed, words } from './field-mapping.ts'

/**
 * The entry of an alert: a small document, separate from the event, with the fields that listings show and filter by.
 */
export const alertFields: ReadonlyMap<string, FieldMapping> = new Map<string, FieldMapping>([
  ['@timestamp', strict(date)],
  ['timestamp_received', strict(date)],
  ['timestamp_claimed', blob],
  ['uuid', keyword],
  ['family', keyword],
  ['type', keyword],
  ['event_type', keyword],
  ['severity', integer],
  ['name', { ...keyword, fields: { text: words } }],
  ['description', words],
  ['status', keyword],
  ['group', keyword],
  ['risk', strict(integer)],
  ['effective_risk', strict(integer)],
  ['rank', strict(long)],
  ['policy_version', strict(integer)],
  ['contributions', unparsed],
  ['probe.id', strict(integer)],
  ['probe.fqdn', blob],
  // Either side: a filter by IP address means both, and so do clusters.
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
  ['ingest.epoch', strict(long)],
  ['ingest.partition', strict(integer)],
  ['ingest.offset', strict(long)],
])
