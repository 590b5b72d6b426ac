import { integerOf, objectOf, textOf } from '../value/read-value.ts'
import type { AlertKind } from './alert-kind.ts'
import { phraseOf } from './phrase.ts'

/** `alert`: a rule of the intrusion detection matched. */
export const intrusion: AlertKind = {
  family: 'network_events',
  isAlert: () => true,
  severityOf: (event) => objectOf(event.alert).severity,
  nameOf: (event) => objectOf(event.alert).signature,
  describe(event) {
    const alert = objectOf(event.alert)
    const id = integerOf(alert.signature_id)
    return `${phraseOf(alert.category) ?? 'Intrusion alert'}${id === undefined ? '' : ` (signature ${id})`}`
  },
  factsOf(event) {
    const alert = objectOf(event.alert)
    const metadata = objectOf(alert.metadata)
    return {
      category: textOf(alert.category),
      confidence: firstOf(metadata.confidence),
      signatureSeverity: firstOf(metadata.signature_severity),
    }
  },
}

/** Rule authors write a list with one element; a plain text means the same. */
function firstOf(value: unknown): string | undefined {
  return textOf(Array.isArray(value) ? value[0] : value)
}
