import { closeFlow, type Flow, header, openFlow, volume } from '../flow.ts'
import { eveTime } from '../frame.ts'
import type { Session, Stage } from '../stage.ts'
import { scenes, type Traffic } from './scenes.ts'
import { type Scene, type Signature, SIGNATURES, signatures } from './signatures.ts'

/** A signature match: the alert, the record of its protocol, and the flow record, all of one flow. */
export const alertSession: Session = (stage) => {
  const { random, site } = stage
  const signature = signatures[random.zipf(SIGNATURES)] as Signature
  const ipv6 = site.isIpv6()
  const traffic = scenes[signature.scene](stage)
  const isPing = signature.scene === 'icmp'
  const flow = openFlow(stage, {
    src: signature.isInbound ? site.stranger(ipv6) : site.client(ipv6),
    dest: signature.isInbound ? site.server('web', ipv6) : destination(stage, signature.scene, ipv6),
    destPort: traffic.port,
    proto: isPing ? (ipv6 ? 'IPv6-ICMP' : 'ICMP') : signature.scene === 'dns' ? 'UDP' : 'TCP',
    ...(isPing ? { srcPort: ipv6 ? 128 : 8 } : {}),
    app: traffic.app,
  })
  stage.emit('alert', 0, () => alertEvent(stage, flow, signature, traffic))
  const { record } = traffic
  if (record) stage.emit(record.kind, 1, () => ({ ...header(stage, flow, record.kind, 45), tx_id: 0, ...record.part }))
  closeFlow(stage, flow, random.int(20_000), 300 + random.int(60_000), 3 + random.int(10))
}

function destination({ site }: Stage, scene: Scene, ipv6: boolean): string {
  if (scene === 'dns') return site.server('resolver', ipv6)
  if (scene === 'smb') return site.server('files', ipv6)
  if (scene === 'modbus') return site.server('plant', ipv6)
  return site.stranger(ipv6)
}

function alertEvent(stage: Stage, flow: Flow, signature: Signature, { part, payload }: Traffic) {
  const { random, site } = stage
  return {
    ...header(stage, flow, 'alert', 30),
    tx_id: 0,
    alert: {
      action: random.chance(0.97) ? 'allowed' : 'blocked',
      gid: 1,
      signature_id: signature.id,
      rev: signature.rev,
      signature: signature.name,
      category: signature.category,
      severity: signature.severity,
      metadata: signature.metadata,
    },
    ...part,
    metadata: { flowbits: ['watch.client', `watch.${signature.scene}`] },
    app_proto: flow.app,
    direction: 'to_server',
    flow: {
      ...volume(stage, random.int(9_000)),
      start: eveTime(flow.start),
      src_ip: flow.src,
      dest_ip: flow.dest,
      src_port: flow.srcPort,
      dest_port: flow.destPort,
    },
    payload: Buffer.from(payload, 'latin1').toString('base64'),
    payload_printable: payload.replace(/[^\x20-\x7e\r\n]/g, '.'),
    stream: flow.proto === 'TCP' ? 1 : 0,
    packet: Buffer.from(`02000000000202000000000${site.vlan[0] % 10}0800${random.hex(80)}`, 'hex').toString('base64'),
    packet_info: { linktype: 1 },
  }
}
