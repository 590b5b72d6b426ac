import type { SessionLookup } from './authenticate.ts'

const freshMs = 1_000
const maxEntries = 10_000

/**
 * Remembers a live session for up to a second, so that a caller who pages through hits asks the database once a second
 * and not once a page. A revoked session or a disabled account is refused after that second at the latest.
 */
export function createSessionCache(sessions: SessionLookup, now: () => number = performance.now.bind(performance)) {
  const entries = new Map<string, { until: number; found: ReturnType<SessionLookup['findLive']> }>()

  return {
    async findLive(tokenHash: Uint8Array): ReturnType<SessionLookup['findLive']> {
      const key = Buffer.from(tokenHash).toString('base64')
      const entry = entries.get(key)
      if (entry && entry.until > now()) return entry.found

      // Callers of the same second share one question. What is absent or fails is not remembered.
      const found = sessions.findLive(tokenHash)
      if (entries.size >= maxEntries) entries.clear()
      entries.set(key, { until: now() + freshMs, found })
      try {
        const session = await found
        if (session === 'absent') entries.delete(key)
        return session
      } catch (error) {
        entries.delete(key)
        throw error
      }
    },
  } satisfies SessionLookup
}
