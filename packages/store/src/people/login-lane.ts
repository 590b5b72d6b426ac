import { createHash } from 'node:crypto'

/** How many failures a counter has seen, by the clock of the database in seconds. */
export interface LaneState {
  failures: number
  /** When counting began. */
  since: number
  lastAt: number
  blockedUntil: number | null
}

/** `growing`: pauses that double from one second on, once the free tries are used up. `window`: so many in so long. */
export type LaneRule = { kind: 'growing'; free: number } | { kind: 'window'; limit: number; seconds: number }

/** Which counter of a login it is, for metrics and log lines. */
export type LaneKind = 'account' | 'source' | 'global' | 'known'

/** The figures of the operator's guide. */
export const laneRules: Record<LaneKind, LaneRule> = {
  account: { kind: 'growing', free: 5 },
  // More, since every login counts as a failure until its password was checked, and connectors start in crowds.
  known: { kind: 'growing', free: 20 },
  source: { kind: 'window', limit: 20, seconds: 300 },
  global: { kind: 'window', limit: 50, seconds: 60 },
}

const longestPauseSeconds = 900
/** So many failures are no person who has forgotten: from here on, fewer than a hundred a day get through. */
const manyFailures = 90
const manyFailuresPauseSeconds = 1_800

/** A counter without a failure for a day is as good as new. */
export const forgottenAfterSeconds = 86_400

export function pauseSeconds(failures: number, free: number): number {
  if (failures < free) return 0
  if (failures >= manyFailures) return manyFailuresPauseSeconds
  return Math.min(2 ** (failures - free), longestPauseSeconds)
}

/** Seconds until the counter allows the next try; 0 when it allows one now. */
export function waitSeconds(state: LaneState | undefined, now: number): number {
  return Math.max(0, (state?.blockedUntil ?? 0) - now)
}

/** The counter after one more failure. Only for a counter that allows a try now. */
export function afterFailure(state: LaneState | undefined, rule: LaneRule, now: number): LaneState {
  const isOver = !state || now - (rule.kind === 'window' ? state.since : state.lastAt) >= lifeOf(rule)
  const failures = isOver ? 1 : state.failures + 1
  const since = isOver ? now : state.since
  if (rule.kind === 'window') {
    return { failures, since, lastAt: now, blockedUntil: failures >= rule.limit ? since + rule.seconds : null }
  }
  const pause = pauseSeconds(failures, rule.free)
  return { failures, since, lastAt: now, blockedUntil: pause > 0 ? now + pause : null }
}

function lifeOf(rule: LaneRule): number {
  return rule.kind === 'window' ? rule.seconds : forgottenAfterSeconds
}

/** The counter of a name, for all sources. A digest, since people type their password where the name belongs. */
export function nameLane(username: string): string {
  const digest = createHash('sha256').update(username.toLowerCase().normalize('NFC')).digest('hex')
  return `account:${digest.slice(0, 32)}`
}
