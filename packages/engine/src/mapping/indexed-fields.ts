import type { FieldMapping, FieldType } from './field-mapping.ts'

/**
 * The fields of events that have an index: the ones that searches, listings and the appliance itself filter by. Every
 * other field has doc values only (ADR 0027).
 */
export const INDEXED: ReadonlySet<string> = new Set(
  `
@timestamp timestamp_received event_type type severity probe.id probe.fqdn ingest.stream alert_view.name alert_view.risk
proto app_proto in_iface src_ip dest_ip src_port dest_port flow_id community_id metadata.flowbits
alert.signature alert.signature_id alert.category alert.severity alert.action
alert.metadata.mitre_technique_id alert.metadata.malware_family alert.metadata.cve
http.hostname http.url http.http_user_agent http.request_headers.value
dns.rrname dns.query.rrname dns.answers.rdata dns.grouped.A dns.grouped.AAAA dns.grouped.CNAME
tls.sni tls.subject tls.issuerdn tls.serial tls.fingerprint tls.ja4 tls.ja3.hash tls.ja3s.hash
quic.sni quic.ja3.hash quic.ja4 ssh.client.hassh.hash ssh.server.hassh.hash
fileinfo.filename fileinfo.md5 fileinfo.sha1 fileinfo.sha256 fileinfo.stored files.filename files.md5 files.sha256
smb.filename krb5.cname smtp.mail_from smtp.rcpt_to email.from email.to email.subject
MD5 SHA256 state sub_type detail_threat_found file_id`
    .split(/\s+/)
    .filter(Boolean),
)

/** The types that the engine can also search by doc values. */
const COLUMN_TYPES: ReadonlySet<FieldType> = new Set([
  'keyword',
  'ip',
  'date',
  'long',
  'unsigned_long',
  'integer',
  'double',
  'boolean',
])

/** Keeps an index on the fields that are commonly filtered by, and doc values on all. */
export function indexFew(fields: ReadonlyMap<string, FieldMapping>): Map<string, FieldMapping> {
  return new Map(
    [...fields].map(([path, mapping]) => [path, canBeColumn(path, mapping) ? columnOnly(mapping) : mapping]),
  )
}

/** Whether a mapping has doc values and no index. */
export function isColumnOnly({ index, doc_values, enabled }: FieldMapping): boolean {
  return index === false && doc_values !== false && enabled !== false
}

function canBeColumn(path: string, { type, doc_values }: FieldMapping): boolean {
  return !INDEXED.has(path) && COLUMN_TYPES.has(type) && doc_values !== false
}

function columnOnly(mapping: FieldMapping): FieldMapping {
  return { ...mapping, index: false }
}
