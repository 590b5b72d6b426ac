import { blob, date, type FieldMapping, integer, keyword, long, unparsed } from './field-mapping.ts'

/** We write these ourselves and rely on them: a wrong one is a fault of ours and must refuse the document. */
const strict = (mapping: FieldMapping): FieldMapping => ({ ...mapping, ignore_malformed: false })

/** The fields that the appliance adds to every record. */
export const envelopeFields: ReadonlyMap<string, FieldMapping> = new Map([
  ['@timestamp', strict(date)],
  ['timestamp_detected', date],
  ['timestamp_analyzed', date],
  ['timestamp_received', strict(date)],
  ['ingest.stream', keyword],
  ['ingest.sequence', strict(long)],
  ['ingest.partition', strict(integer)],
  ['ingest.offset', strict(long)],
  ['uuid', keyword],
  ['event_type', keyword],
  ['type', keyword],
  ['severity', integer],
  ['probe.id', strict(integer)],
  ['probe.fqdn', keyword],
  ['alert_view.name', keyword],
  ['alert_view.description', blob],
  ['alert_view.risk', integer],
  ['alert_view.contributions', unparsed],
])
