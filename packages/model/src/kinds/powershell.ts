import type { AlertFacts } from '@watchpost/risk'
import { integerOf, numberOf, objectOf } from '../value/read-value.ts'
import type { AlertKind, KindEvent } from './alert-kind.ts'

/** `powershell`: an analysed script; an alert if it has a severity. */
export const powershell: AlertKind = {
  family: 'code_analysis',
  isAlert: ({ severity }) => (integerOf(severity) ?? 0) >= 1,
  severityOf: ({ severity }) => severity,
  nameOf: (event) => event.sub_type,
  describe(event) {
    const { analysis, proba_obfuscated: probability } = objectOf(event.scores)
    const score = numberOf(analysis)
    const obfuscated = numberOf(probability)
    return [
      'PowerShell script',
      score === undefined ? '' : ` with score ${score}`,
      obfuscated === undefined ? '' : `, obfuscated with probability ${obfuscated}`,
    ].join('')
  },
  factsOf: (event) => ({ verdict: verdictOf(event) }),
}

function verdictOf(event: KindEvent): AlertFacts['verdict'] {
  const probability = numberOf(objectOf(event.scores).proba_obfuscated)
  if (probability === undefined || probability < 0 || probability > 1) return undefined
  return { strength: probability, reason: `obfuscated with probability ${probability}` }
}
