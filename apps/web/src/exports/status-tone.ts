import type { MetricsState, SyslogState } from '@watchpost/contract'
import type { Tone } from '../kit/feedback/state-mark.tsx'

export type ExportStatus = SyslogState['status'] | MetricsState['status']

const tones: Record<ExportStatus, Tone> = {
  connected: 'good',
  streaming: 'good',
  connecting: 'warning',
  waiting: 'bad',
  disabled: 'off',
  unserved: 'bad',
}

/** The colour tone of a status. */
export function statusTone(status: ExportStatus): Tone {
  return tones[status]
}
