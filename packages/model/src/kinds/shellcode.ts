import { listOf, objectOf } from '../value/read-value.ts'
import type { AlertKind } from './alert-kind.ts'
import { phraseOf } from './phrase.ts'

/** `shellcode`: machine code found in traffic. */
export const shellcode: AlertKind = {
  family: 'code_analysis',
  isAlert: () => true,
  severityOf: ({ severity }) => severity,
  nameOf: (event) => event.sub_type,
  describe(event) {
    const encodings = listOf(event.encodings).flatMap((each) => phraseOf(objectOf(each).name) ?? [])
    const platform = phraseOf(event.sub_type)
    return [
      'Shellcode',
      platform === undefined ? '' : ` for ${platform}`,
      encodings.length === 0 ? '' : `, encoded with ${encodings.slice(0, 5).join(', ')}`,
    ].join('')
  },
  factsOf(event) {
    const hasRun = listOf(event.calls).length > 0
    return {
      verdict: hasRun ? { strength: 1, reason: 'it ran under emulation' } : { strength: 0.5, reason: 'it did not run' },
    }
  },
}
