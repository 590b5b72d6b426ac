/** One named part of a score, with its reason as text. Points may be negative. */
export interface Contribution {
  name: string
  points: number
  reason: string
}

/** A risk from 0 to 100 and its contributions. */
export interface Score {
  risk: number
  contributions: Contribution[]
}

const LEAST = 0
const MOST = 100

/**
 * Adds contributions to a risk from 0 to 100. Zero contributions are omitted. If the sum leaves the scale, the
 * correction is a contribution of its own, so that contributions always add up to the risk exactly.
 */
export function sumUp(parts: readonly Contribution[]): Score {
  const contributions = parts.filter(({ points }) => points !== 0)
  const sum = contributions.reduce((total, { points }) => total + points, 0)
  const risk = Math.min(MOST, Math.max(LEAST, sum))
  if (risk !== sum) {
    const reason = sum > MOST ? `a risk is at most ${MOST}` : `a risk is at least ${LEAST}`
    contributions.push({ name: 'limit', points: risk - sum, reason })
  }
  return { risk, contributions }
}
