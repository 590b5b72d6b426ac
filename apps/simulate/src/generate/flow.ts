import { communityId, type Transport } from './community-id.ts'
import { eveTime } from './frame.ts'
import { macOf } from './site.ts'
import type { Stage } from './stage.ts'
import type { WireEvent } from './wire-event.ts'

/** A conversation between two IP addresses: all its events share `id` and `communityId`. */
export interface Flow {
  id: number
  src: string
  srcPort: number
  dest: string
  destPort: number
  proto: Transport
  app: string
  /** Milliseconds. */
  start: number
  communityId: string
}

export interface FlowOptions {
  src: string
  dest: string
  destPort: number
  srcPort?: number
  proto?: Transport
  app: string
}

/** Opens a flow that starts now. */
export function openFlow({ random, now }: Stage, options: FlowOptions): Flow {
  const proto = options.proto ?? 'TCP'
  const srcPort = options.srcPort ?? random.between(32_768, 60_999)
  const { src, dest, destPort, app } = options
  return {
    // Suricata's ids are larger; these stay exact in every JSON reader.
    id: random.int(0x1fffff) * 4_294_967_296 + random.word(),
    src,
    srcPort,
    dest,
    destPort,
    proto,
    app,
    start: now,
    communityId: communityId(proto, src, srcPort, dest, destPort),
  }
}

/** The common first fields of every event of a flow, `offsetMs` after the flow's start. */
export function header({ site }: Stage, flow: Flow, kind: string, offsetMs: number, isReply = false): WireEvent {
  const { src, srcPort, dest, destPort } = flow
  const [from, fromPort, to, toPort] = isReply ? [dest, destPort, src, srcPort] : [src, srcPort, dest, destPort]
  return {
    timestamp: eveTime(flow.start + offsetMs),
    flow_id: flow.id,
    in_iface: site.iface,
    event_type: kind,
    vlan: site.vlan,
    src_ip: from,
    src_port: fromPort,
    dest_ip: to,
    dest_port: toPort,
    proto: flow.proto,
    pkt_src: 'wire/pcap',
    community_id: flow.communityId,
    ether: { src_mac: macOf(from), dest_mac: macOf(to) },
  }
}

/** Packets and bytes of a flow. */
export interface Volume {
  pkts_toserver: number
  pkts_toclient: number
  bytes_toserver: number
  bytes_toclient: number
}

/** A volume for a flow whose client gets about `bytes`. */
export function volume({ random }: Stage, bytes: number): Volume {
  const toClient = 2 + Math.ceil(bytes / 1_448)
  const toServer = 3 + Math.ceil(toClient / 2)
  return {
    pkts_toserver: toServer,
    pkts_toclient: toClient,
    bytes_toserver: toServer * 60 + random.int(900),
    bytes_toclient: toClient * 54 + bytes,
  }
}

/** Ends a flow after `lastsMs`: emits its flow record, and sometimes the two halves as netflow records. */
export function closeFlow(stage: Stage, flow: Flow, bytes: number, lastsMs: number, delay: number): void {
  stage.emit('flow', delay, () => flowEvent(stage, flow, volume(stage, bytes), lastsMs))
  if (stage.random.chance(0.02)) {
    stage.emit('netflow', delay + 1, () => netflowEvent(stage, flow, volume(stage, bytes), lastsMs, false))
    stage.emit('netflow', delay + 1, () => netflowEvent(stage, flow, volume(stage, bytes), lastsMs, true))
  }
}

function flowEvent(stage: Stage, flow: Flow, counts: Volume, lastsMs: number): WireEvent {
  const { random } = stage
  const isTcp = flow.proto === 'TCP'
  const state = isTcp ? (random.chance(0.9) ? 'closed' : 'established') : 'established'
  return {
    ...header(stage, flow, 'flow', lastsMs),
    ...icmpFields(flow),
    app_proto: flow.app,
    flow: {
      ...counts,
      start: eveTime(flow.start),
      end: eveTime(flow.start + lastsMs),
      age: Math.floor(lastsMs / 1_000),
      state,
      reason: 'timeout',
      alerted: stage.isAlerted,
    },
    ...(random.chance(0.3) ? { metadata: FLOWBITS } : {}),
    ...(isTcp ? { tcp: tcpFields(state) } : {}),
  }
}

const FLOWBITS = { flowbits: ['watch.client', 'watch.first_seen', 'http.dottedquadhost'] }

function tcpFields(state: string): Record<string, unknown> {
  return {
    tcp_flags: '1b',
    tcp_flags_ts: '1b',
    tcp_flags_tc: '1b',
    syn: true,
    fin: true,
    psh: true,
    ack: true,
    state,
    ts_max_regions: 1,
    tc_max_regions: 1,
  }
}

function netflowEvent(stage: Stage, flow: Flow, counts: Volume, lastsMs: number, isReply: boolean): WireEvent {
  return {
    ...header(stage, flow, 'netflow', lastsMs, isReply),
    app_proto: flow.app,
    netflow: {
      pkts: isReply ? counts.pkts_toclient : counts.pkts_toserver,
      bytes: isReply ? counts.bytes_toclient : counts.bytes_toserver,
      start: eveTime(flow.start),
      end: eveTime(flow.start + lastsMs),
      age: Math.floor(lastsMs / 1_000),
      min_ttl: isReply ? 54 : 64,
      max_ttl: isReply ? 55 : 64,
    },
    ...(flow.proto === 'TCP' ? { tcp: { tcp_flags: '1b', syn: true, fin: true, psh: true, ack: true } } : {}),
  }
}

/** For ICMP, type and code replace the ports. */
function icmpFields(flow: Flow): Record<string, unknown> {
  if (flow.proto === 'TCP' || flow.proto === 'UDP') return {}
  return {
    icmp_type: flow.srcPort,
    icmp_code: flow.destPort,
    response_icmp_type: flow.proto === 'ICMP' ? 0 : 129,
    response_icmp_code: 0,
  }
}
