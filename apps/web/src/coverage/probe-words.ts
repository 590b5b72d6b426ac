import type { Coverage } from '@watchpost/contract'
import { text } from '../texts/text.ts'
import type { Clock } from '../time/format.ts'
import { spanText } from './coverage-spans.ts'
import { countWords } from './coverage-words.ts'

const shownSilences = 3

/** The coverage problems of a probe; empty if there are none. */
export function probeWords(probe: Coverage['probes'][number], at: string, clock: Clock): string {
  const silences = probe.silences.map((each) => text('coverage.silentSpan', { span: spanText(each, at, clock) }))
  const more = silences.length - shownSilences
  return [
    ...silences.slice(0, shownSilences),
    ...(more > 0 ? [text('coverage.more', { count: more })] : []),
    ...countWords(probe),
  ].join(', ')
}
