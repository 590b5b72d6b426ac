import { header, openFlow } from '../flow.ts'
import { isoTime } from '../frame.ts'
import type { Session, Stage } from '../stage.ts'
import type { WireEvent } from '../wire-event.ts'

const PLATFORMS = ['Windows_x86_32', 'Windows_x86_64', 'Linux_x86_64', 'Linux_x86_32'] as const
const ENCODINGS = ['Bloxor', 'Shikata_ga_nai', 'Countdown', 'Xor_dynamic', 'Alpha_mixed'] as const
const PATTERNS = [
  'CharInt',
  'InvokeWebRequest',
  'FmtStr',
  'WebClientInvokation',
  'StrReplace',
  'StrJoin',
  'SetContent',
  'StreamWriter',
  'SystemIOFile',
  'StreamReader',
  'InvokeRestMethod',
  'AddContent',
  'StartBitsTransfer',
  'InvokeExpression',
  'GetContent',
  'StrCat',
  'Base64',
] as const

/** The fields that both kinds of code share: a piece of code seen in an inbound flow, analysed shortly after. */
function codeEvent(stage: Stage, kind: 'shellcode' | 'powershell', severity: number): WireEvent {
  const { random, site, now } = stage
  const flow = openFlow(stage, {
    src: site.stranger(),
    dest: site.server('web'),
    destPort: random.pick([4242, 4444, 6666, 8080, 80]),
    app: 'unknown',
  })
  const { timestamp: _, vlan: __, pkt_src: ___, ether: ____, ...head } = header(stage, flow, kind, 0)
  const md5 = random.hex(32)
  const at = isoTime(now)
  return {
    timestamp_detected: at,
    timestamp_analyzed: isoTime(now + 2_000 + random.unit() * 120_000),
    severity,
    ...head,
    app_proto: flow.app,
    state: severity > 0 ? 'Exploit' : 'Clean',
    file_id: `${at.slice(5, 7)}-${at.slice(8, 10)}-${at.slice(0, 4)}T${at.slice(11, 19)}_${md5}`,
    SHA256: random.hex(64),
    MD5: md5,
  }
}

/** Machine code that ran under emulation, with the calls it made. */
export const shellcodeSession: Session = (stage) => {
  stage.emit('shellcode', 0, () => {
    const { random, site } = stage
    const platform = PLATFORMS[random.zipf(4)] ?? PLATFORMS[0]
    const home = `${site.stranger()}:4444`
    return {
      ...codeEvent(stage, 'shellcode', random.pick([1, 1, 1, 2])),
      sub_type: platform,
      encodings: random.chance(0.6) ? [{ name: random.pick(ENCODINGS), count: random.between(1, 6) }] : [],
      calls: platform.startsWith('Windows') ? windowsCalls(home) : linuxCalls(home),
    }
  })
}

const windowsCalls = (home: string) => [
  { index: 0, call: 'kernel32_LoadLibraryA', args: "{'lpFileName': 'ws2_32.dll'}", ret: '0x70600000' },
  { index: 1, call: 'ws2_32_connect', args: `{'sockfd': 'Socket_1 (4)', 'addr': '${home}'}`, ret: '0' },
  { index: 2, call: 'kernel32_ExitProcess', args: "{'uExitCode': 0}", ret: '0' },
]
const linuxCalls = (home: string) => [
  { index: 0, call: 'socket', args: "{'domain': 2, 'type': 1, 'protocol': 0}", ret: '3' },
  { index: 1, call: 'connect', args: `{'sockfd': 3, 'addr': '${home}'}`, ret: '0' },
  { index: 2, call: 'execve', args: "{'filename': '/bin/sh'}", ret: '0' },
]

/** A script that scores as an attack. */
export const powershellSession: Session = (stage) => {
  stage.emit('powershell', 0, () => scriptEvent(stage, stage.random.pick([1, 1, 2, 3])))
}

/** An administrator's script: analysed, and harmless. */
export const harmlessScript: Session = (stage) => {
  stage.emit('powershell', 0, () => scriptEvent(stage, 0))
}

function scriptEvent(stage: Stage, severity: number): WireEvent {
  const { random } = stage
  const weight = severity === 0 ? 0 : 4 - severity
  const detailed: Record<string, number> = {}
  let analysis = 0
  for (const pattern of PATTERNS) {
    const points = random.chance(0.08 + weight * 0.1) ? 10 * random.between(1, 4 + weight * 50) : 0
    detailed[pattern] = points
    analysis += points
  }
  return {
    ...codeEvent(stage, 'powershell', severity),
    sub_type: 'powershell',
    scores: {
      analysis,
      proba_obfuscated: severity === 0 ? 0 : Math.round(random.unit() * 1_000) / 1_000,
      analysis_detailed: detailed,
    },
  }
}
