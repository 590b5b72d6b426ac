/** Who the fuzzer is in a run. */
export const fuzzIdentities = ['administrator', 'operator', 'viewer', 'key'] as const
export type FuzzIdentity = (typeof fuzzIdentities)[number]

/** One run of the fuzzer. */
export interface FuzzRun {
  seed: number
  identity: FuzzIdentity
  /** Operations that remove things, end sessions or change settings come after all others. */
  isDestructive: boolean
  /** Cases of each operation at most. */
  cases: number
}

/** Matches the name of an operation, for example `DELETE /api/users/{id}`. */
export const destructive =
  '^(DELETE .*|PATCH /api/(users|settings|probes).*|PUT /api/(settings|system|risk-policy).*|POST /api/(auth/(?!keys).*|users/.*))$'

/** Between the seeds of two callers. */
const CALLER_STEP = 100_000

/** Runs that may go on at the same time, and lists of them that must not. */
export type FuzzRounds = readonly (readonly FuzzRun[])[]

/**
 * The runs of a seed, two at a time: operations that read or add by every caller, then, one after another, those that
 * take away.
 */
export function roundsOf(seed: number, cases: number, takers: readonly FuzzIdentity[] = fuzzIdentities): FuzzRounds {
  const run = (identity: FuzzIdentity, isDestructive: boolean): FuzzRun => ({
    // The same seed makes the same requests: each caller sends others.
    seed: seed + fuzzIdentities.indexOf(identity) * CALLER_STEP,
    identity,
    isDestructive,
    cases,
  })
  const adding = fuzzIdentities.map((identity) => run(identity, false))
  const taking = takers.map((identity) => run(identity, true))
  return [adding.slice(0, 2), adding.slice(2), ...taking.map((each) => [each])]
}
