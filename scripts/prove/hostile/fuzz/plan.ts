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

/** Matches the name of an operation, as `DELETE /api/users/{id}`. */
export const destructive =
  '^(DELETE .*|PATCH /api/(users|settings|probes).*|PUT /api/(settings|system|risk-policy).*|POST /api/(auth/(?!keys).*|users/.*))$'

/** The runs of a seed: everything that reads or adds by everybody, then everything that takes away. */
export function runsOf(seed: number, cases: number, identities: readonly FuzzIdentity[] = fuzzIdentities): FuzzRun[] {
  return [false, true].flatMap((isDestructive) =>
    identities.map((identity) => ({ seed, identity, isDestructive, cases })),
  )
}
