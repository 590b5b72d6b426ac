import { createHash } from 'node:crypto'

/** The state of a failure counter. Times are in seconds of the database clock. */
export interface CounterState {
  failures: number
  /** Start of the window. */
  since: number
  lastAt: number
  blockedUntil: number | null
}

/**
 * `growing`: after `free` failures the delay doubles, from one second. `window`: at most `limit` failures in `seconds`.
 */
export type CounterRule = { kind: 'growing'; free: number } | { kind: 'window'; limit: number; seconds: number }

/** The kind of counter, for metrics and log lines. */
export type CounterKind = 'account' | 'source' | 'global' | 'known'

/** These figures are in the operator guide. */
export const counterRules: Record<CounterKind, CounterRule> = {
  account: { kind: 'growing', free: 5 },
  // Higher, because every login counts as a failure until its password is checked, and many connectors start at once.
  known: { kind: 'growing', free: 20 },
  source: { kind: 'window', limit: 20, seconds: 300 },
  global: { kind: 'window', limit: 50, seconds: 60 },
}

const longestPauseSeconds = 900
/** This many failures are not a forgotten password: from here on, fewer than a hundred attempts a day get through. */
const manyFailures = 90
const manyFailuresPauseSeconds = 1_800

/** A counter without a failure for a day starts again from zero. */
export const forgottenAfterSeconds = 86_400

export function pauseSeconds(failures: number, free: number): number {
  if (failures < free) return 0
  if (failures >= manyFailures) return manyFailuresPauseSeconds
  return Math.min(2 ** (failures - free), longestPauseSeconds)
}

/** Seconds until the counter allows the next attempt; 0 if it allows one now. */
export function waitSeconds(state: CounterState | undefined, now: number): number {
  return Math.max(0, (state?.blockedUntil ?? 0) - now)
}

/** The counter after one more failure. Only for a counter that allows an attempt now. */
export function afterFailure(state: CounterState | undefined, rule: CounterRule, now: number): CounterState {
  const isOver = !state || now - (rule.kind === 'window' ? state.since : state.lastAt) >= lifeOf(rule)
  const failures = isOver ? 1 : state.failures + 1
  const since = isOver ? now : state.since
  if (rule.kind === 'window') {
    return { failures, since, lastAt: now, blockedUntil: failures >= rule.limit ? since + rule.seconds : null }
  }
  const pause = pauseSeconds(failures, rule.free)
  return { failures, since, lastAt: now, blockedUntil: pause > 0 ? now + pause : null }
}

function lifeOf(rule: CounterRule): number {
  return rule.kind === 'window' ? rule.seconds : forgottenAfterSeconds
}

/**
 * The counter of a name, for all sources. A digest, because users type their password into the name field by mistake.
 */
export function nameCounter(username: string): string {
  const digest = createHash('sha256').update(username.toLowerCase().normalize('NFC')).digest('hex')
  return `account:${digest.slice(0, 32)}`
}
