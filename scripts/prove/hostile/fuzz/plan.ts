/** The identity of the fuzzer in a run. */
export const fuzzIdentities = ['administrator', 'operator', 'viewer', 'key', 'auditor'] as const
export type FuzzIdentity = (typeof fuzzIdentities)[number]

/** One run of the fuzzer. */
export interface FuzzRun {
  seed: number
  identity: FuzzIdentity
  /** Operations that remove things, end sessions or change settings run after all others. */
  isDestructive: boolean
  /** The largest number of cases per operation. */
  cases: number
}

/** Matches the name of an operation, for example `DELETE /api/users/{id}`. */
export const destructive =
  '^(DELETE .*|PATCH /api/(users|settings|probes).*|PUT /api/(settings|system|risk-policy).*|POST /api/(auth/(?!keys).*|users/.*))$'

/** The distance between the seeds of two callers. */
const CALLER_STEP = 100_000

/** Lists that run one after the other; the runs within a list may run at the same time. */
export type FuzzRounds = readonly (readonly FuzzRun[])[]

/**
 * The runs of a seed, two at a time: first operations that read or add, by every caller; then destructive ones, one by
 * one.
 */
export function roundsOf(seed: number, cases: number, takers: readonly FuzzIdentity[] = fuzzIdentities): FuzzRounds {
  const run = (identity: FuzzIdentity, isDestructive: boolean): FuzzRun => ({
    // The same seed makes the same requests, so each caller gets another one.
    seed: seed + fuzzIdentities.indexOf(identity) * CALLER_STEP,
    identity,
    isDestructive,
    cases,
  })
  const adding = fuzzIdentities.map((identity) => run(identity, false))
  const taking = takers.map((identity) => run(identity, true))
  const pairs = adding.flatMap((_, at) => (at % 2 === 0 ? [adding.slice(at, at + 2)] : []))
  return [...pairs, ...taking.map((each) => [each])]
}
