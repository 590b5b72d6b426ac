import { closeFlow, type Flow, header, openFlow } from '../flow.ts'
import { domain } from '../names.ts'
import { macOf } from '../site.ts'
import type { Session, Stage } from '../stage.ts'

/** A DNS lookup at the site's resolver: query, answer, and the flow of both. */
export function resolve(stage: Stage, client: string, rrname: string, address: string): void {
  const { random, site } = stage
  const isIpv6 = address.includes(':')
  const rrtype = isIpv6 ? 'AAAA' : 'A'
  const flow = openFlow(stage, {
    src: client,
    dest: site.server('resolver', isIpv6),
    destPort: 53,
    proto: 'UDP',
    app: 'dns',
  })
  const id = random.int(65_536)
  stage.emit('dns', 0, () => ({
    ...header(stage, flow, 'dns', 0),
    dns: { version: 2, type: 'query', id, rrname, rrtype, tx_id: 0, opcode: 0 },
  }))
  stage.emit('dns', 0, () => ({
    ...header(stage, flow, 'dns', 1 + random.unit() * 40),
    dns: { ...answer(stage, id, rrname, rrtype), ...records(stage, rrname, rrtype, address) },
  }))
  closeFlow(stage, flow, 180, 20 + random.int(60), 8 + random.int(20))
}

function answer({ random }: Stage, id: number, rrname: string, rrtype: string): Record<string, unknown> {
  const rcode = random.chance(0.95) ? 'NOERROR' : random.pick(['NXDOMAIN', 'SERVFAIL', 'REFUSED'])
  return {
    version: 2,
    type: 'answer',
    id,
    flags: '8180',
    qr: true,
    rd: true,
    ra: true,
    opcode: 0,
    rrname,
    rrtype,
    rcode,
  }
}

/** One IP address, or an alias with several IP addresses of a CDN. */
function records({ random, site }: Stage, rrname: string, rrtype: string, address: string): Record<string, unknown> {
  const ttl = random.pick([30, 60, 300, 3_600])
  if (random.chance(0.3)) {
    return { answers: [{ rrname, rrtype, ttl, rdata: address }], grouped: { [rrtype]: [address] } }
  }
  const alias = `${rrname.split('.')[1]}.edge.example.test`
  const addresses = [address]
  for (let more = random.int(8); more > 0; more--) addresses.push(site.external(rrtype === 'AAAA'))
  return {
    answers: [
      { rrname, rrtype: 'CNAME', ttl: 300, rdata: alias },
      ...addresses.map((rdata) => ({ rrname: alias, rrtype, ttl, rdata })),
    ],
    grouped: { CNAME: [alias], [rrtype]: addresses },
  }
}

/** A separate lookup, with the rarer record types. */
export const dnsSession: Session = (stage) => {
  const { random, site } = stage
  const ipv6 = site.isIpv6()
  const src = site.client(ipv6)
  if (random.chance(0.85)) return resolve(stage, src, domain(random), site.external(ipv6))

  const flow = openFlow(stage, { src, dest: site.server('resolver', ipv6), destPort: 53, proto: 'UDP', app: 'dns' })
  const id = random.int(65_536)
  const [rrtype, rrname, rdata] = rareRecord(stage)
  stage.emit('dns', 0, () => ({
    ...header(stage, flow, 'dns', 0),
    dns: { version: 2, type: 'query', id, rrname, rrtype, tx_id: 0, opcode: 0 },
  }))
  stage.emit('dns', 0, () => ({
    ...header(stage, flow, 'dns', 1 + random.unit() * 40),
    dns: {
      ...answer(stage, id, rrname, rrtype),
      answers: [{ rrname, rrtype, ttl: 3_600, rdata }],
      grouped: { [rrtype]: [rdata] },
    },
  }))
  closeFlow(stage, flow, 240, 20 + random.int(60), 8 + random.int(20))
}

function rareRecord({ random, site }: Stage): [string, string, string] {
  const name = domain(random)
  switch (random.int(3)) {
    case 0:
      return ['TXT', name, 'v=spf1 include:_spf.example.test -all']
    case 1:
      return ['MX', name.slice(name.indexOf('.') + 1), `mx${random.between(1, 4)}.${name}`]
    default:
      return ['PTR', `${site.external().split('.').toReversed().join('.')}.in-addr.arpa`, name]
  }
}

/** A lease renewal: request and acknowledgement. */
export const dhcpSession: Session = (stage) => {
  const { random, site } = stage
  const client = site.client()
  const server = site.server('gateway')
  const id = random.word()
  const mac = macOf(client)
  const flow = openFlow(stage, { src: client, srcPort: 68, dest: server, destPort: 67, proto: 'UDP', app: 'dhcp' })
  stage.emit('dhcp', 0, () => ({
    ...header(stage, flow, 'dhcp', 0),
    dhcp: {
      type: 'request',
      id,
      client_mac: mac,
      assigned_ip: '0.0.0.0',
      client_ip: client,
      dhcp_type: 'request',
      requested_ip: client,
      hostname: site.hostName(client),
      params: ['subnet_mask', 'router', 'dns_server', 'domain'],
    },
  }))
  stage.emit('dhcp', 0, () => leaseEvent(stage, flow, id, mac))
  closeFlow(stage, flow, 300, 5 + random.int(20), 20 + random.int(20))
}

function leaseEvent(stage: Stage, flow: Flow, id: number, mac: string) {
  const { site } = stage
  return {
    ...header(stage, flow, 'dhcp', 4, true),
    dhcp: {
      type: 'reply',
      id,
      client_mac: mac,
      assigned_ip: flow.src,
      client_ip: '0.0.0.0',
      relay_ip: '0.0.0.0',
      next_server_ip: '0.0.0.0',
      dhcp_type: 'ack',
      subnet_mask: '255.255.255.0',
      routers: [flow.dest],
      hostname: site.hostName(flow.src),
      dns_servers: [site.server('resolver')],
      lease_time: 86_400,
      renewal_time: 43_200,
      rebinding_time: 75_600,
    },
  }
}
