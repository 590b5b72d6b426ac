import type { AlertFacts } from '@watchpost/risk'
import type { DetectorType } from '../value/family.ts'
import type { KindEvent } from '../kinds/alert-kind.ts'
import { alertKindOf } from '../kinds/kinds.ts'
import { textOf } from '../value/read-value.ts'

/** The facts of an alert that determine its risk. */
export function alertFactsOf(event: KindEvent, detector: DetectorType, severity: number | undefined): AlertFacts {
  const facts = alertKindOf(event.event_type)?.factsOf(event)
  return {
    detector,
    severity,
    verdict: facts?.verdict,
    category: facts?.category,
    confidence: facts?.confidence,
    signatureSeverity: facts?.signatureSeverity,
    srcIp: textOf(event.src_ip),
    destIp: textOf(event.dest_ip),
  }
}
