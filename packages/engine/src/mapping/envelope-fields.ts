import { blob, date, type FieldMapping, integer, keyword, long, strict, unparsed } from './field-mapping.ts'

/** The fields that the appliance adds to every record, except the aliases of `@timestamp`. */
export const envelopeFields: ReadonlyMap<string, FieldMapping> = new Map([
  ['@timestamp', strict(date)],
  ['timestamp_analyzed', date],
  ['timestamp_received', strict(date)],
  // As the probe sent it. As a date, the engine could reject it, and searches by time would match the uncorrected
  // value.
  ['timestamp_claimed', keyword],
  ['clock_fault', keyword],
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
  ['alert_view.policy_version', integer],
])
