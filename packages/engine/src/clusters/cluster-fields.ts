import { date, type FieldMapping, integer, ip, keyword, long, strict, unparsed } from '../mapping/field-mapping.ts'

const double: FieldMapping = { type: 'double' }

/** The fields that cluster listings filter and sort by. The others are only displayed. */
export const clusterFields: ReadonlyMap<string, FieldMapping> = new Map<string, FieldMapping>([
  ['angles', keyword],
  ['frequency', keyword],
  ['ip', strict(ip)],
  ['date', strict(date)],
  ['number_alerts', strict(integer)],
  ['open', integer],
  ['acknowledged', integer],
  ['closed', integer],
  ['average_risk', double],
  ['worst_risk', strict(integer)],
  ['risk_score', strict(integer)],
  ['by_risk', strict(long)],
  ['policy_version', integer],
  ['contributions', unparsed],
  ['network_engine', integer],
  ['malware_engine', integer],
  ['code_engine', integer],
  ['first', date],
  ['last', date],
  ['number_signatures', integer],
  ['signatures', unparsed],
  ['number_peers', integer],
  ['peers', unparsed],
  ['number_probes', integer],
  ['probes', unparsed],
])
