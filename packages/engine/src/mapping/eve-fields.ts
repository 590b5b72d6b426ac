/**
 * All fields of Suricata 7's EVE records, as named in its schema, in the notation of `parseFields`. Also includes
 * fields that Suricata writes although the schema lacks them: the nodes of `bittorrent_dht`, `rdp.protocol`,
 * `sensor_id`, `tenant_id`, and what rule authors commonly put into `alert.metadata`. `stats` stands for all counters.
 */
export const eveFields = `
*: s app_proto app_proto_expected app_proto_orig app_proto_tc app_proto_ts capture_file community_id dest_ip
  direction event_type host in_iface log_level packet payload payload_printable pcap_filename pkt_src proto src_ip
  timestamp; i dest_port flow_id icmp_code icmp_type parent_id pcap_cnt response_icmp_code response_icmp_type
  sensor_id spi src_port stream tenant_id tx_id vlan; b tx_guessed; o stats stream_tcp
alert: s action category rule signature xff; i gid rev severity signature_id
alert.metadata: s affected_product attack_target confidence created_at cve deployment former_category malware_family
  mitre_tactic_id mitre_tactic_name mitre_technique_id mitre_technique_name performance_impact policy reviewed_at
  signature_severity tag updated_at
alert.source, alert.target: s ip; i port
anomaly: s app_proto event layer type; i code
bittorrent_dht: s client_version request_type transaction_id
bittorrent_dht.error: s msg; i num
bittorrent_dht.request: s id info_hash target token; i implied_port port
bittorrent_dht.response: s id token
bittorrent_dht.response.nodes, bittorrent_dht.response.nodes6: s id ip; i port
bittorrent_dht.response.values: s ip; i port
dcerpc: s activityuuid request response rpc_version; i call_id seqnum
dcerpc.interfaces: s uuid version; i ack_result
dcerpc.req: i frag_cnt opnum stub_data_size
dcerpc.res, smb.dcerpc.req, smb.dcerpc.res: i frag_cnt stub_data_size
dhcp: s assigned_ip client_id client_ip client_mac dhcp_type dns_servers hostname next_server_ip params relay_ip
  requested_ip routers subnet_mask type vendor_class_identifier; i id lease_time rebinding_time renewal_time
dnp3, dnp3.request, dnp3.response: s type; i dst src
dnp3.application, dnp3.request.application, dnp3.response.application: i function_code; b complete
dnp3.application.control, dnp3.request.application.control, dnp3.response.application.control: i sequence; b con fin
  fir uns
dnp3.application.objects, dnp3.request.application.objects, dnp3.response.application.objects: i count group
  prefix_code qualifier range_code start stop variation; o points
dnp3.control, dnp3.request.control, dnp3.response.control: i function_code; b dir fcb fcv pri
dnp3.iin, dnp3.response.iin: s indicators
dns: s flags rcode rrname rrtype type; i id opcode tx_id version; b aa qr ra rd rrname_truncated z
dns.answer: s flags rcode rrname rrtype type; i id opcode version; b qr ra rd
dns.answers, dns.authorities: s rdata rrname rrtype; i ttl
dns.answers.srv, dns.grouped.SRV: s name; i port priority weight
dns.authorities.soa: s mname rname; i expire minimum refresh retry serial
dns.grouped: s A AAAA CNAME MX NULL PTR TXT
dns.query: s rrname rrtype type; i id opcode tx_id; b rrname_truncated z
drop: s reason; i flowlbl hoplimit icmp_id icmp_seq ipid len tc tcpack tcpres tcpseq tcpurgp tcpwin tos ttl udplen;
  b ack fin psh rst syn urg
drop.verdict, verdict: s action reject reject-target
email: s attachment body_md5 cc date from message_id received status subject subject_md5 to url x_mailer; b
  has_exe_url has_ipv4_url has_ipv6_url
engine: s error message module thread_name; i error_code
ether: s dest_mac dest_macs src_mac src_macs
fileinfo, files: s filename magic md5 sha1 sha256 state; i end file_id sid size start tx_id; b gaps stored storing
flow: s action bypass dest_ip end reason src_ip start state; i age bytes_toclient bytes_toserver dest_port
  pkts_toclient pkts_toserver src_port; b alerted emergency
flow.bypassed: i bytes_toclient bytes_toserver pkts_toclient pkts_toserver
flow.exception_policy: s policy target
frame: s direction payload payload_printable type; i id length stream_offset tx_id; b complete
ftp: s command command_data completion_code mode reply reply_received; i dynamic_port; b command_truncated
  reply_truncated
ftp_data: s command filename
http: s hostname http_content_type http_method http_refer http_request_body http_request_body_printable
  http_response_body http_response_body_printable http_user_agent org_src_ip protocol redirect true_client_ip url
  version x_bluecoat_via xff; i http_port length status
http.content_range: s raw; i end size start
http.http2: i stream_id
http.http2.request: s error_code; i priority
http.http2.request.settings, http.http2.response.settings: s settings_id; i settings_value
http.http2.response: s error_code
http.request_headers, http.response_headers: s name value; i table_size_update
ike: s alg_auth alg_dh alg_enc alg_hash exchange_type_verbose init_spi payload resp_spi role sa_key_length
  sa_life_duration sa_life_type; i alg_auth_raw alg_dh_raw alg_enc_raw alg_hash_raw exchange_type message_id
  sa_key_length_raw sa_life_duration_raw sa_life_type_raw version_major version_minor
ike.ikev1: s vendor_ids; i doi; b encrypted_payloads
ike.ikev1.client, ike.ikev1.server: s key_exchange_payload nonce_payload; i key_exchange_payload_length
  nonce_payload_length
ike.ikev1.client.proposals: s alg_auth alg_dh alg_enc alg_hash sa_key_length sa_life_duration sa_life_type; i
  alg_auth_raw alg_dh_raw alg_enc_raw alg_hash_raw sa_key_length_raw sa_life_duration_raw sa_life_type_raw
ike.ikev2: i errors; any notify
krb5: s cname encryption error_code failed_request msg_type realm sname ticket_encryption; b ticket_weak_encryption
  weak_encryption
metadata: s flowbits; o flowints
metadata.flowvars: s gid key value
metadata.pktvars: s uid username
modbus: i id
modbus.request, modbus.response: s access_type category data error_flags function_code; i function_raw protocol_id
  transaction_id unit_id
modbus.request.diagnostic, modbus.request.mei, modbus.response.diagnostic: s code data; i raw
modbus.request.read: i address quantity
modbus.request.write, modbus.response.write: i address data
modbus.response.exception: s code; i raw
modbus.response.read: s data
mqtt.connack: i qos return_code; b dup retain session_present; o properties
mqtt.connect: s client_id password protocol_string username; i protocol_version qos; b dup retain; o properties
mqtt.connect.flags: b clean_session password username will will_retain
mqtt.connect.will: s message topic; o properties
mqtt.disconnect: i qos reason_code; b dup retain; o properties
mqtt.pingreq, mqtt.pingresp: i qos; b dup retain
mqtt.puback, mqtt.pubcomp, mqtt.pubrec, mqtt.pubrel: i message_id qos reason_code; b dup retain
mqtt.publish: s message topic; i message_id qos skipped_length; b dup retain truncated; o properties
mqtt.suback: i message_id qos qos_granted; b dup retain
mqtt.subscribe: i message_id qos; b dup retain
mqtt.subscribe.topics: s topic; i qos
mqtt.unsuback: i message_id qos reason_codes; b dup retain
mqtt.unsubscribe: s topics; i message_id qos; b dup retain
netflow: s end start; i age bytes max_ttl min_ttl pkts
nfs: s filename hhash procedure status type; i id version; b file_tx
nfs.read, nfs.write: i chunks last_xid; b first last
nfs.rename, smb.rename: s from to
packet_info: i linktype
pgsql: i tx_id
pgsql.request: s message password password_message protocol_version sasl_authentication_mechanism sasl_param
  sasl_response simple_query; i process_id secret_key
pgsql.request.startup_parameters: s user
pgsql.request.startup_parameters.optional_parameters: s application_name client_encoding database datestyle
  extra_float_digits options replication
pgsql.response: s authentication_md5_password authentication_sasl_final code command_completed file line message
  routine severity_localizable severity_non_localizable; i data_rows data_size field_count process_id secret_key; b
  ssl_accepted
pgsql.response.parameter_status: s application_name client_encoding date_style integer_datetimes interval_style
  is_superuser server_encoding server_version session_authorization standard_conforming_strings time_zone
quic: s ja4 sni ua version
quic.cyu, quic.ja3, quic.ja3s, ssh.client.hassh, ssh.server.hassh, tls.ja3, tls.ja3s: s hash string
quic.extensions: s name values; i type
rdp: s channels cookie event_type protocol; i tx_id
rdp.client: s build capabilities client_name id keyboard_layout keyboard_type version; i color_depth desktop_height
  desktop_width function_keys product_id
rfb: b screen_shared
rfb.authentication: s security_result; i security_type
rfb.authentication.vnc: s challenge response
rfb.client_protocol_version, rfb.server_protocol_version: s major minor
rfb.framebuffer: s name; i height width
rfb.framebuffer.pixel_format: i bits_per_pixel blue_max blue_shift depth green_max green_shift red_max red_shift; b
  big_endian true_color
rpc: s auth_type status; i xid
rpc.creds: s machine_name; i gid uid
sip: s code method reason request_line response_line uri version
smb: s access client_dialects client_guid command dialect directory disposition filename fuid function
  level_of_interest named_pipe server_guid share share_type status status_code subcmd; i accessed changed created id
  max_read_size max_write_size modified session_id size tree_id; b request_done response_done
smb.dcerpc: s request response; i call_id opnum
smb.dcerpc.interfaces: s uuid version; i ack_reason ack_result
smb.kerberos: s realm snames
smb.ntlmssp: s domain host user version; b warning
smb.request, smb.response: s native_lm native_os
smb.service, template: s request response
smb.set_info: s class info_level
smtp: s helo mail_from rcpt_to
snmp: s community pdu_type usm vars; i version
ssh.client, ssh.server: s proto_version software_version
tcp: s state tcp_flags tcp_flags_tc tcp_flags_ts; i tc_max_regions tc_urgent_oob_data ts_max_regions
  ts_urgent_oob_data; b ack cwr ecn fin psh rst syn tc_gap ts_gap urg
tftp: s file mode packet
tls: s certificate chain fingerprint from_proto issuerdn ja4 notafter notbefore serial sni subject version; b
  session_resumed
tls.client: s certificate chain fingerprint issuerdn notafter notbefore serial subject
traffic: s id label
tunnel: s dest_ip pkt_src proto src_ip; i depth dest_port pcap_cnt src_port
`
