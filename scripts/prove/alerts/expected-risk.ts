import type { OracleAlert } from './oracle-alerts.ts'

/** The risk policy that the API returns, as data. Its evaluation is implemented here again, from its description. */
export interface Policy {
  own_networks: string[]
  detector: Record<string, number>
  severity: Record<string, number>
  verdict: { at_least: number; points: number }[]
  category: Record<string, number>
  confidence: Record<string, number>
  signature_severity: Record<string, number>
  direction: Record<'outbound' | 'inbound' | 'internal' | 'external', number>
  cluster: {
    worst_percent: number
    repetition: Step[]
    spread: Step[]
    signatures: Step[]
    detectors: Step[]
  }
}

interface Step {
  at_least: number
  points: number
}

/** The risk that an alert must have. */
export function expectedRisk(alert: OracleAlert, policy: Policy): number {
  const strength = strengthOf(alert)
  const verdict = strength === undefined ? undefined : policy.verdict.find((step) => strength >= step.at_least)
  const total =
    (policy.detector[alert.type] ?? 0) +
    (policy.severity[String(alert.severity)] ?? policy.severity.other ?? 0) +
    (verdict?.points ?? 0) +
    (policy.category[alert.category ?? ''] ?? 0) +
    (policy.signature_severity[(alert.grade ?? '').toLowerCase()] ?? 0) +
    policy.direction[directionOf(alert, policy.own_networks)]
  return Math.min(100, Math.max(0, total))
}

function strengthOf({ analysers, obfuscated, ran }: OracleAlert): number | undefined {
  if (analysers) return Math.min(1, (analysers[0] + analysers[1] / 2) / analysers[2])
  if (obfuscated !== undefined) return obfuscated
  return ran === undefined ? undefined : ran ? 1 : 0.5
}

function directionOf({ src, dst }: OracleAlert, own: readonly string[]): keyof Policy['direction'] {
  const isOwn = (address: string) => own.some((network) => isWithin(address, network))
  if (isOwn(src)) return isOwn(dst) ? 'internal' : 'outbound'
  return isOwn(dst) ? 'inbound' : 'external'
}

/** Whether an IP address is in a network, or equals it. */
export function isWithin(address: string, network: string): boolean {
  const [base = '', length] = network.split('/')
  const [a, b] = [bitsOf(address), bitsOf(base)]
  if (a.length !== b.length) return false
  const most = length === undefined ? a.length : Number(length)
  return a.slice(0, most) === b.slice(0, most)
}

function bitsOf(address: string): string {
  if (!address.includes(':')) {
    return address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('')
  }
  const [head = '', tail] = address.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((part) => Number.parseInt(part, 16).toString(2).padStart(16, '0')).join('')
}

/** The score that a cluster of these alerts must have. */
export function expectedScore(
  facts: { worst: number; alerts: number; peers: number; signatures: number; detectors: number },
  { cluster }: Policy,
): number {
  const points = (value: number, steps: readonly Step[]) => steps.find((step) => value >= step.at_least)?.points ?? 0
  const total =
    Math.round((facts.worst * cluster.worst_percent) / 100) +
    points(facts.alerts, cluster.repetition) +
    points(facts.peers, cluster.spread) +
    points(facts.signatures, cluster.signatures) +
    points(facts.detectors, cluster.detectors)
  return Math.min(100, Math.max(0, total))
}
