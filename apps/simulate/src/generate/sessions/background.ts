import { closeFlow, header, openFlow } from '../flow.ts'
import { eveTime } from '../frame.ts'
import type { Session } from '../stage.ts'

/** Traffic without a parser: NTP, pings, odd ports, and scans from outside. */
export const plainFlow: Session = (stage) => {
  const { random, site } = stage
  const ipv6 = site.isIpv6()
  switch (random.int(4)) {
    case 0: {
      const flow = openFlow(stage, {
        src: site.client(ipv6),
        srcPort: 123,
        dest: site.external(ipv6),
        destPort: 123,
        proto: 'UDP',
        app: 'ntp',
      })
      return closeFlow(stage, flow, 48, 20 + random.int(60), 0)
    }
    case 1: {
      const proto = ipv6 ? 'IPv6-ICMP' : 'ICMP'
      const flow = openFlow(stage, {
        src: site.client(ipv6),
        srcPort: ipv6 ? 128 : 8,
        dest: site.external(ipv6),
        destPort: 0,
        proto,
        app: 'failed',
      })
      return closeFlow(stage, flow, 84, 20 + random.int(4_000), 0)
    }
    case 2: {
      const destPort = random.pick([23, 2323, 3306, 5900, 6379, 8080, 8443, 9200, 27_017])
      const flow = openFlow(stage, {
        src: site.stranger(ipv6),
        dest: site.server('web', ipv6),
        destPort,
        app: 'failed',
      })
      return closeFlow(stage, flow, 0, random.int(3_000), 0)
    }
    default: {
      const flow = openFlow(stage, {
        src: site.client(ipv6),
        dest: site.external(ipv6),
        destPort: random.between(1_024, 49_151),
        app: 'failed',
      })
      return closeFlow(stage, flow, random.int(40_000), 900 + random.int(90_000), 0)
    }
  }
}

const ANOMALIES = [
  { app_proto: 'http', type: 'applayer', event: 'UNABLE_TO_MATCH_RESPONSE_TO_REQUEST', layer: 'proto_parser' },
  { app_proto: 'smtp', type: 'applayer', event: 'MIME_LONG_ENC_LINE', layer: 'proto_parser' },
  { app_proto: 'tls', type: 'applayer', event: 'APPLAYER_DETECT_PROTOCOL_ONLY_ONE_DIRECTION', layer: 'proto_detect' },
  { type: 'stream', event: 'stream.pkt_invalid_ack' },
  { type: 'stream', event: 'stream.est_packet_out_of_window' },
  { type: 'decode', event: 'decoder.ipv4.iplen_smaller_than_hlen' },
] as const

/** An event that violates its protocol. */
export const anomalySession: Session = (stage) => {
  const { random, site } = stage
  const anomaly = ANOMALIES[random.zipf(ANOMALIES.length)] ?? ANOMALIES[0]
  const flow = openFlow(stage, { src: site.client(), dest: site.external(), destPort: 80, app: 'http' })
  const txId = anomaly.type === 'applayer' ? { tx_id: random.int(9) } : {}
  stage.emit('anomaly', 0, () => ({ ...header(stage, flow, 'anomaly', 30), ...txId, anomaly }))
  closeFlow(stage, flow, random.int(9_000), 300 + random.int(9_000), 6)
}

/** A packet that an inline probe dropped. */
export const dropSession: Session = (stage) => {
  const { random, site } = stage
  const flow = openFlow(stage, {
    src: site.stranger(),
    dest: site.server('web'),
    destPort: random.pick([23, 445, 3389, 5900]),
    app: 'failed',
  })
  stage.emit('drop', 0, () => ({
    ...header(stage, flow, 'drop', 0),
    drop: {
      len: 60,
      tos: 0,
      ttl: random.between(40, 63),
      ipid: random.int(65_536),
      tcpseq: random.word(),
      tcpack: 0,
      tcpwin: 64_240,
      syn: true,
      ack: false,
      psh: false,
      rst: false,
      urg: false,
      fin: false,
      tcpres: 0,
      tcpurgp: 0,
      reason: 'rules',
    },
  }))
}

/** The probe's own counters, written every few seconds. */
export const statsSession: Session = (stage) => {
  const { random, now, position } = stage
  const packets = position * 40 + random.int(40)
  const share = (part: number) => Math.floor(packets * part)
  stage.emit('stats', 0, () => ({
    timestamp: eveTime(now),
    event_type: 'stats',
    stats: {
      uptime: 60 + Math.floor(position / 10),
      capture: { kernel_packets: packets, kernel_drops: share(0.0001), errors: 0 },
      decoder: {
        pkts: packets,
        bytes: packets * 640,
        invalid: share(0.00001),
        ipv4: share(0.88),
        ipv6: share(0.12),
        ethernet: packets,
        tcp: share(0.8),
        udp: share(0.18),
        icmpv4: share(0.01),
        vlan: packets,
        avg_pkt_size: 640,
        max_pkt_size: 1_518,
        event: { ipv4: { trunc_pkt: 0, opt_invalid: 0 }, ipv6: { trunc_pkt: 0 }, tcp: { pkt_too_small: 0 } },
      },
      flow: { total: position, active: 900, tcp: share(0.02), udp: share(0.01), memuse: 11_534_336, memcap: 0 },
      tcp: {
        sessions: share(0.01),
        syn: share(0.01),
        synack: share(0.01),
        rst: share(0.002),
        memuse: 4_587_520,
        reassembly_gap: 0,
      },
      detect: {
        engines: [{ id: 0, rules_loaded: 420, rules_failed: 0 }],
        alert: Math.floor(position / 50),
        alert_queue_overflow: 0,
      },
      app_layer: {
        flow: { http: share(0.002), tls: share(0.004), dns_udp: share(0.006), smb: share(0.0004), ssh: share(0.0001) },
        tx: { http: share(0.003), dns_udp: share(0.012), smb: share(0.001) },
      },
      http: { memuse: 120_000, memcap: 0, byterange: { memuse: 0, memcap: 104_857_600 } },
      file_store: { open_files: random.int(4), fs_errors: 0 },
    },
  }))
}
