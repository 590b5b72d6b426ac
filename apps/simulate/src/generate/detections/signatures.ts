import { createRandom } from '../random.ts'

/** The kind of traffic that a signature matches. */
export type Scene = 'http' | 'tls' | 'dns' | 'smb' | 'ssh' | 'rdp' | 'scan' | 'icmp' | 'modbus'

export interface Signature {
  id: number
  rev: number
  name: string
  category: string
  severity: 1 | 2 | 3
  scene: Scene
  /** True if the attacker is outside and the traffic is inbound. */
  isInbound: boolean
  metadata: Record<string, string[]>
}

/** Classes of signatures: name prefix, Suricata's class, severity, and where they match. */
const CLASSES = [
  {
    group: 'MALWARE',
    category: 'A Network Trojan was detected',
    severity: 1,
    scenes: ['http', 'tls', 'dns'],
    isInbound: false,
  },
  {
    group: 'C2',
    category: 'Malware Command and Control Activity Detected',
    severity: 1,
    scenes: ['http', 'tls', 'dns'],
    isInbound: false,
  },
  {
    group: 'EXPLOIT',
    category: 'Attempted Administrator Privilege Gain',
    severity: 1,
    scenes: ['http', 'smb', 'rdp'],
    isInbound: true,
  },
  { group: 'WEB_SERVER', category: 'Web Application Attack', severity: 1, scenes: ['http'], isInbound: true },
  {
    group: 'PHISHING',
    category: 'Possible Social Engineering Attempted',
    severity: 2,
    scenes: ['http', 'tls', 'dns'],
    isInbound: false,
  },
  {
    group: 'SCAN',
    category: 'Attempted Information Leak',
    severity: 2,
    scenes: ['scan', 'http', 'ssh', 'icmp'],
    isInbound: true,
  },
  {
    group: 'HUNTING',
    category: 'Potentially Bad Traffic',
    severity: 2,
    scenes: ['http', 'tls', 'dns', 'smb'],
    isInbound: false,
  },
  { group: 'SCADA', category: 'Attempted Denial of Service', severity: 2, scenes: ['modbus'], isInbound: false },
  {
    group: 'POLICY',
    category: 'Potential Corporate Privacy Violation',
    severity: 1,
    scenes: ['tls', 'http', 'ssh'],
    isInbound: false,
  },
  {
    group: 'INFO',
    category: 'Misc activity',
    severity: 3,
    scenes: ['http', 'tls', 'dns', 'icmp', 'ssh'],
    isInbound: false,
  },
  { group: 'USER_AGENTS', category: 'Unknown Traffic', severity: 3, scenes: ['http'], isInbound: false },
  { group: 'DNS', category: 'Not Suspicious Traffic', severity: 3, scenes: ['dns'], isInbound: false },
] as const satisfies ReadonlyArray<{ scenes: readonly Scene[] } & Record<string, unknown>>

const FAMILIES = [
  'Ashgrove',
  'Blackfen',
  'Coldwater',
  'Duskwren',
  'Eastmarch',
  'Fernhollow',
  'Greyling',
  'Hawkmoth',
  'Ironquill',
  'Kiteshade',
  'Longbarrow',
  'Mirefox',
  'Nightjar',
  'Oakapple',
  'Pitchfork',
  'Quillback',
  'Redshank',
  'Saltmarsh',
] as const
const BEHAVIOURS: Record<Scene, readonly string[]> = {
  http: ['Check-in', 'Payload Request', 'Exfiltration via POST', 'Suspicious User-Agent', 'Remote Command Attempt'],
  tls: ['Certificate Observed', 'SNI on Watch List', 'Unusual Client Fingerprint'],
  dns: ['Lookup of Known Domain', 'Long Label in Query', 'Query for Newly Seen Domain'],
  smb: ['Remote Service Creation', 'Executable Written to Share', 'Malformed Transaction'],
  ssh: ['Repeated Logins', 'Scripted Client Banner'],
  rdp: ['Repeated Connection Requests', 'Malformed Channel Request'],
  scan: ['Port Sweep', 'Half-Open Probe', 'Telnet Probe'],
  icmp: ['Echo Sweep', 'Oversized Echo'],
  modbus: ['Write to Many Registers', 'Illegal Function'],
}

/** Random seed of the catalogue, which is the same for all seeds of a run. */
const CATALOGUE = 0x5196
const FIRST_ID = 9_000_001
export const SIGNATURES = 420

/** Several hundred signatures; the position in the list is the popularity rank. */
export const signatures: readonly Signature[] = makeCatalogue()

function makeCatalogue(): Signature[] {
  const random = createRandom(CATALOGUE)
  const names = new Set<string>()
  const list: Signature[] = []
  while (list.length < SIGNATURES) {
    const kind = random.pick<(typeof CLASSES)[number]>(CLASSES)
    const scene = random.pick<Scene>(kind.scenes)
    const family = random.pick(FAMILIES)
    const name = `SYNTHETIC ${kind.group} ${family} ${random.pick(BEHAVIOURS[scene])}${random.chance(0.4) ? ` M${random.between(1, 6)}` : ''}`
    if (names.has(name)) continue
    names.add(name)
    const year = random.between(2021, 2026)
    list.push({
      id: FIRST_ID + list.length,
      rev: random.between(1, 7),
      name,
      category: kind.category,
      severity: kind.severity,
      scene,
      isInbound: kind.isInbound,
      metadata: {
        affected_product: [
          random.pick(['Windows_Client', 'Windows_Server', 'Linux', 'Web_Server_Applications', 'Any']),
        ],
        attack_target: [kind.isInbound ? 'Server' : 'Client_Endpoint'],
        created_at: [`${year}_0${random.between(1, 9)}_1${random.int(10)}`],
        deployment: ['Perimeter'],
        former_category: [kind.group],
        ...(kind.severity === 1 ? { malware_family: [family] } : {}),
        signature_severity: [kind.severity === 1 ? 'Major' : kind.severity === 2 ? 'Minor' : 'Informational'],
        updated_at: [`${year}_1${random.int(3)}_0${random.between(1, 9)}`],
      },
    })
  }
  return list
}
