import { harmlessScript } from './detections/code.ts'
import type { Session } from './stage.ts'
import { ikeSession, rdpSession, rfbSession, sshSession } from './sessions/access.ts'
import { anomalySession, dropSession, plainFlow, statsSession } from './sessions/background.ts'
import { dhcpSession, dnsSession } from './sessions/naming.ts'
import { dcerpcSession, krb5Session, nfsSession, smbSession, smtpSession } from './sessions/office.ts'
import { dnp3Session, modbusSession, mqttSession, snmpSession } from './sessions/plant.ts'
import { pgsqlSession, sipSession } from './sessions/services.ts'
import { bittorrentSession, ftpSession, tftpSession } from './sessions/transfer.ts'
import { http2Session, httpSession, quicSession, tlsSession } from './sessions/web.ts'

/** Detections that are alerts, and how many of a thousand alerts are of each kind. */
export const DETECTIONS = { alert: 850, malware: 90, shellcode: 30, powershell: 30 } as const
export type Detection = keyof typeof DETECTIONS

interface Ordinary {
  session: Session
  /** How many of ten thousand sessions are of this type. */
  weight: number
  /** The kinds of event that it can emit. */
  kinds: readonly string[]
}

const FLOW = ['flow', 'netflow'] as const
const FILES = ['fileinfo', 'malware'] as const

/** Ordinary traffic of a network. */
export const ORDINARY: readonly Ordinary[] = [
  { session: tlsSession, weight: 3_700, kinds: ['tls', 'dns', ...FLOW] },
  { session: dnsSession, weight: 1_000, kinds: ['dns', ...FLOW] },
  { session: httpSession, weight: 2_000, kinds: ['http', 'dns', ...FILES, ...FLOW] },
  { session: plainFlow, weight: 750, kinds: FLOW },
  { session: quicSession, weight: 500, kinds: ['quic', 'dns', ...FLOW] },
  { session: krb5Session, weight: 300, kinds: ['krb5', ...FLOW] },
  { session: smbSession, weight: 260, kinds: ['smb', ...FILES, ...FLOW] },
  { session: dcerpcSession, weight: 220, kinds: ['dcerpc', ...FLOW] },
  { session: http2Session, weight: 180, kinds: ['http2', ...FLOW] },
  { session: snmpSession, weight: 140, kinds: ['snmp', ...FLOW] },
  { session: smtpSession, weight: 130, kinds: ['smtp', ...FILES, ...FLOW] },
  { session: sshSession, weight: 110, kinds: ['ssh', ...FLOW] },
  { session: anomalySession, weight: 110, kinds: ['anomaly', ...FLOW] },
  { session: dhcpSession, weight: 90, kinds: ['dhcp', ...FLOW] },
  { session: mqttSession, weight: 80, kinds: ['mqtt', ...FLOW] },
  { session: modbusSession, weight: 70, kinds: ['modbus', ...FLOW] },
  { session: sipSession, weight: 70, kinds: ['sip', ...FLOW] },
  { session: bittorrentSession, weight: 60, kinds: ['bittorrent_dht', ...FLOW] },
  { session: nfsSession, weight: 50, kinds: ['nfs', ...FLOW] },
  { session: pgsqlSession, weight: 50, kinds: ['pgsql', ...FLOW] },
  { session: dropSession, weight: 50, kinds: ['drop'] },
  { session: dnp3Session, weight: 40, kinds: ['dnp3', ...FLOW] },
  { session: rdpSession, weight: 40, kinds: ['rdp', ...FLOW] },
  { session: ftpSession, weight: 40, kinds: ['ftp', 'ftp_data', ...FILES, ...FLOW] },
  { session: ikeSession, weight: 30, kinds: ['ike', ...FLOW] },
  { session: rfbSession, weight: 25, kinds: ['rfb', ...FLOW] },
  { session: tftpSession, weight: 20, kinds: ['tftp', ...FLOW] },
  { session: statsSession, weight: 20, kinds: ['stats'] },
  { session: harmlessScript, weight: 10, kinds: ['powershell'] },
]

/** Every kind that can be requested. */
export const KINDS: readonly string[] = [
  ...new Set([...Object.keys(DETECTIONS), ...ORDINARY.flatMap((each) => each.kinds)]),
].sort()

/** The sessions that remain for a list of kinds. */
export interface Mix {
  wants(kind: string): boolean
  /** Selects an ordinary session; `draw` is in [0, 1). */
  ordinary(draw: number): Session
  /** Selects the kind of an alert; undefined if no kind of alert is requested. */
  detection(draw: number): Detection | undefined
  /** True if only alerts are requested. */
  isAlertsOnly: boolean
}

/** Selects the sessions for the requested `kinds`. */
export function createMix(kinds?: readonly string[]): Mix {
  const wanted = new Set(kinds ?? KINDS)
  // Clean verdicts and harmless scripts are ordinary, but not wanted when only malware or powershell is requested.
  const isAlertsOnly = [...wanted].every((kind) => Object.hasOwn(DETECTIONS, kind))
  const sessions = isAlertsOnly ? [] : ORDINARY.filter((each) => each.kinds.some((kind) => wanted.has(kind)))
  const detections = (Object.keys(DETECTIONS) as Detection[]).filter((kind) => wanted.has(kind))
  const ordinary = weighted(sessions.map(({ session, weight }) => [session, weight]))
  const detection = weighted(detections.map((kind) => [kind, DETECTIONS[kind]]))
  return {
    wants: (kind) => wanted.has(kind),
    ordinary: (draw) => ordinary(draw) ?? plainFlow,
    detection,
    isAlertsOnly,
  }
}

function weighted<T>(choices: ReadonlyArray<readonly [T, number]>): (draw: number) => T | undefined {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  return (draw) => {
    let remaining = draw * total
    for (const [choice, weight] of choices) {
      remaining -= weight
      if (remaining < 0) return choice
    }
    return choices.at(-1)?.[0]
  }
}
