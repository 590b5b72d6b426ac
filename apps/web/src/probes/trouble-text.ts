import { counted, text } from '../texts/text.ts'
import { lengthText } from '../time/format.ts'
import type { Trouble } from './probe-state.ts'

/** Describes a problem in one sentence. */
export function troubleText(trouble: Trouble): string {
  switch (trouble.kind) {
    case 'full':
      return text('probe.trouble.full')
    case 'late':
      return text('probe.trouble.late', { age: lengthText(trouble.ageMs) })
    case 'loss':
      return text('probe.trouble.loss', { percent: trouble.percent.toFixed(1) })
    case 'clock':
      return text('probe.trouble.clock', { offset: lengthText(Math.abs(trouble.offsetMs)) })
    case 'lost':
      return text('probe.trouble.lost')
    case 'times':
      return text('probe.trouble.times', { claimed: trouble.claimed })
    case 'missing':
      return counted('probe.trouble.missing', trouble.count)
  }
}
