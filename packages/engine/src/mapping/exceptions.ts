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

/** Always an address, as Suricata prints it from bytes. What is copied from a header (`http.xff`) is not, and no rule. */
const ADDRESSES = `
src_ip dest_ip flow.src_ip flow.dest_ip tunnel.src_ip tunnel.dest_ip alert.source.ip alert.target.ip alert.xff
bittorrent_dht.response.nodes.ip bittorrent_dht.response.nodes6.ip bittorrent_dht.response.values.ip
dhcp.assigned_ip dhcp.client_ip dhcp.dns_servers dhcp.next_server_ip dhcp.relay_ip dhcp.requested_ip dhcp.routers
dns.grouped.A dns.grouped.AAAA
`

/** Always an instant. Not `email.date` (as the sender wrote it) nor `alert.metadata.created_at` (as the author did). */
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

/** Objects whose names are rule authors' or our own detectors': safe to search below. */
const FLAT = 'engine_id metadata.flowints stats stream_tcp'

/** Below these a PostgreSQL client or server chooses the names, and one such as `a..b` would refuse the whole event. */
const UNPARSED = 'pgsql.request.startup_parameters.optional_parameters pgsql.response.parameter_status'

/** A number in one record and text in the next: Suricata writes what it cannot read as a number in hexadecimal. */
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
  // 64 bits without a sign: half of them lie beyond a long.
  ...named('smb.session_id', { type: 'unsigned_long' }),
])

/** The paths that are mapped as a whole, so that nothing listed below them is. */
export const wholes: readonly string[] = UNPARSED.split(' ')

/** The mapping of a field whose kind does not say enough; undefined where it does. */
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
