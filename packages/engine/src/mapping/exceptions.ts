import {
  blob,
  date,
  eveDate,
  type FieldMapping,
  flat,
  integer,
  ip,
  keyword,
  localDate,
  unparsed,
} from './field-mapping.ts'

/**
 * Always an IP address, because Suricata prints it from bytes. Fields copied from a header (`http.xff`) are not, nor
 * are fields of rules.
 */
const ADDRESSES = `
src_ip dest_ip flow.src_ip flow.dest_ip tunnel.src_ip tunnel.dest_ip alert.source.ip alert.target.ip alert.xff
bittorrent_dht.response.nodes.ip bittorrent_dht.response.nodes6.ip bittorrent_dht.response.values.ip
dhcp.assigned_ip dhcp.client_ip dhcp.dns_servers dhcp.next_server_ip dhcp.relay_ip dhcp.requested_ip dhcp.routers
dns.grouped.A dns.grouped.AAAA
`

/**
 * Always a timestamp. Not `email.date` (written by the sender) nor `alert.metadata.created_at` (written by the rule
 * author).
 */
const EVE_DATES = 'flow.start flow.end netflow.start netflow.end'
const LOCAL_DATES = 'tls.notbefore tls.notafter tls.client.notbefore tls.client.notafter'
const OTHER_DATES = 'engines_last_update_date'

const BLOBS = `
packet payload payload_printable frame.payload frame.payload_printable
http.http_request_body http.http_request_body_printable http.http_response_body http.http_response_body_printable
ike.ikev1.client.key_exchange_payload ike.ikev1.client.nonce_payload
ike.ikev1.server.key_exchange_payload ike.ikev1.server.nonce_payload
tls.certificate tls.chain tls.client.certificate tls.client.chain
`

/** Objects with names chosen by rule authors or by our own detectors: safe to search. */
const FLAT = 'engine_id metadata.flowints stats stream_tcp'

/** Below these, a PostgreSQL client or server chooses the names, and one like `a..b` would reject the whole event. */
const UNPARSED = 'pgsql.request.startup_parameters.optional_parameters pgsql.response.parameter_status'

/** A number in one record and text in the next: Suricata writes values it cannot parse as a number in hexadecimal. */
const NUMBER_OR_TEXT = 'modbus.request.write.data modbus.response.write.data'

const byName = new Map<string, FieldMapping>([
  ...named(ADDRESSES, ip),
  ...named(EVE_DATES, eveDate),
  ...named(LOCAL_DATES, localDate),
  ...named(OTHER_DATES, date),
  ...named(BLOBS, blob),
  ...named(FLAT, flat),
  ...named(UNPARSED, unparsed),
  ...named(NUMBER_OR_TEXT, keyword),
  ...named('vlan', integer),
  // Unsigned 64-bit: half of the values exceed a long.
  ...named('smb.session_id', { type: 'unsigned_long' }),
])

/** The paths that are mapped as a whole; fields below them are not mapped. */
export const wholes: readonly string[] = UNPARSED.split(' ')

/** The mapping of a field that needs more than its kind; undefined for all others. */
export function exceptionFor(path: string): FieldMapping | undefined {
  const exact = byName.get(path)
  if (exact) return exact
  if (/^ike\..*_raw$/.test(path)) return keyword
  return /(^|[._])port$/.test(path) ? integer : undefined
}

function named(paths: string, mapping: FieldMapping): [string, FieldMapping][] {
  return paths
    .split(/\s+/)
    .filter(Boolean)
    .map((path) => [path, mapping])
}
