import type { Probe } from '@watchpost/contract'
import type { Tone } from '../kit/feedback/state-mark.tsx'

export type ProbeState =
  | 'sending'
  | 'waiting'
  | 'unpaired'
  | 'paused'
  | 'unheard'
  | 'silent'
  | 'unknown'
  | 'trouble'
  | 'cloned'

/** A problem that a person should look at, with the values for its text. */
export type Trouble =
  | { kind: 'full' }
  | { kind: 'late'; ageMs: number }
  | { kind: 'loss'; percent: number }
  | { kind: 'clock'; offsetMs: number }
  | { kind: 'lost' }
  | { kind: 'missing'; count: number }
  | { kind: 'times'; claimed: string }

const lateSeconds = 60
const badLossPercent = 1
const clockOffsetMs = 5_000
/** A wrong event time counts as a problem for this long before the probe was last seen. */
const wrongTimesMs = 3_600_000

/** The state of a probe. The coverage, if known, says which probes are silent. */
export function stateOf(probe: Probe, now: number, silent: ReadonlySet<number> | undefined): ProbeState {
  if (!probe.is_paired) return isCodeWaiting(probe, now) ? 'waiting' : 'unpaired'
  if (probe.clone_alarms.length > 0) return 'cloned'
  if (probe.is_paused) return 'paused'
  if (probe.last_seen_at === null) return 'unheard'
  if (!silent) return 'unknown'
  if (silent.has(probe.id)) return 'silent'
  return troublesOf(probe).length > 0 ? 'trouble' : 'sending'
}

/** All problems of a probe. */
export function troublesOf(probe: Probe): Trouble[] {
  const { health, ledger } = probe
  const missing = ledger?.missing ?? 0
  return [
    ...(health ? ofHealth(health) : []),
    ...ofTimes(probe),
    ...(missing > 0 ? [{ kind: 'missing' as const, count: missing }] : []),
  ]
}

function ofTimes({ clock_corrections: corrections, last_seen_at: seen }: Probe): Trouble[] {
  if (!corrections || seen === null) return []
  const isRecent = Date.parse(seen) - Date.parse(corrections.last_received_at) < wrongTimesMs
  return isRecent ? [{ kind: 'times', claimed: corrections.last_claimed }] : []
}

function ofHealth({ spool, lag_seconds: lag, capture, clock_offset_ms: offset, possible_losses: losses }: Health) {
  const troubles: Trouble[] = []
  if (spool.is_full) troubles.push({ kind: 'full' })
  if (lag > lateSeconds) troubles.push({ kind: 'late', ageMs: lag * 1_000 })
  if (capture && capture.loss_percent >= badLossPercent) troubles.push({ kind: 'loss', percent: capture.loss_percent })
  if (Math.abs(offset) > clockOffsetMs) troubles.push({ kind: 'clock', offsetMs: offset })
  if (losses.length > 0) troubles.push({ kind: 'lost' })
  return troubles
}

type Health = NonNullable<Probe['health']>

function isCodeWaiting({ enrolment_expires_at: until }: Probe, now: number): boolean {
  return until !== null && Date.parse(until) > now
}

const tones: Record<ProbeState, Tone> = {
  sending: 'good',
  waiting: 'warning',
  unpaired: 'off',
  paused: 'off',
  unheard: 'warning',
  silent: 'bad',
  unknown: 'off',
  trouble: 'warning',
  cloned: 'bad',
}

export function toneOf(state: ProbeState): Tone {
  return tones[state]
}
