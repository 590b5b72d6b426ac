export const lives = ['never', '30', '90', '365'] as const
export type Life = (typeof lives)[number]

const dayMs = 86_400_000

/** When a key with this lifetime expires; null for a key without expiry. */
export function endAfter(life: Life, now: number): string | null {
  return life === 'never' ? null : new Date(now + Number(life) * dayMs).toISOString()
}
