import type { AlertFacts } from '@watchpost/risk'
import type { DetectorType } from './family.ts'
import { integerOf, listOf, numberOf, objectOf, textOf } from './read-value.ts'

type Event = Record<string, unknown>

/**
 * Whether an event says that something is wrong: an intrusion alert, a file that is infected or suspicious, shellcode,
 * or a script that was given a severity.
 */
export function isAlert(event: Event): boolean {
  switch (event.event_type) {
    case 'alert':
    case 'shellcode':
      return true
    case 'malware':
      return event.state === 'Infected' || event.state === 'Suspicious'
    case 'powershell':
      return (integerOf(event.severity) ?? 0) >= 1
    default:
      return false
  }
}

/** What of an alert counts for its risk. */
export function alertFactsOf(event: Event, detector: DetectorType, severity: number | undefined): AlertFacts {
  const alert = objectOf(event.alert)
  const metadata = objectOf(alert.metadata)
  const isNetwork = detector === 'network_engine'
  return {
    detector,
    severity,
    verdict: isNetwork ? undefined : verdictOf(event),
    category: isNetwork ? textOf(alert.category) : undefined,
    confidence: isNetwork ? firstOf(metadata.confidence) : undefined,
    signatureSeverity: isNetwork ? firstOf(metadata.signature_severity) : undefined,
    srcIp: textOf(event.src_ip),
    destIp: textOf(event.dest_ip),
  }
}

/** Rule authors write a list of one; a plain text would mean the same. */
function firstOf(value: unknown): string | undefined {
  return textOf(Array.isArray(value) ? value[0] : value)
}

function verdictOf(event: Event): AlertFacts['verdict'] {
  if (event.event_type === 'malware') return fileVerdict(event)
  if (event.event_type === 'powershell') return scriptVerdict(event)
  const hasRun = listOf(event.calls).length > 0
  return hasRun ? { strength: 1, reason: 'it ran under emulation' } : { strength: 0.5, reason: 'it did not run' }
}

/** A suspicion counts half of a finding. */
function fileVerdict(event: Event): AlertFacts['verdict'] {
  const analysers = integerOf(event.analyzers_up) ?? 0
  const infected = integerOf(event.analyzed_infected) ?? 0
  const suspicious = integerOf(event.analyzed_suspicious) ?? 0
  if (analysers < 1 || infected < 0 || suspicious < 0) return undefined
  const strength = Math.min(1, (infected + suspicious / 2) / analysers)
  return { strength, reason: `${infected} of ${analysers} analysers sure, ${suspicious} suspicious` }
}

function scriptVerdict(event: Event): AlertFacts['verdict'] {
  const probability = numberOf(objectOf(event.scores).proba_obfuscated)
  if (probability === undefined || probability < 0 || probability > 1) return undefined
  return { strength: probability, reason: `obfuscated with probability ${probability}` }
}
