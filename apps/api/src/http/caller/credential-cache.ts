import type { CredentialLookup, LiveCredential } from './authenticate.ts'
import type { Credential } from './credential.ts'

/** Half of the second that is promised: the other half is for the way there and back. */
const freshMs = 500
const maxEntries = 10_000

/**
 * Remembers a live session or key for half a second, so that a caller who pages through hits asks the database twice a
 * second and not once a page. What was revoked is refused within a second, by every copy.
 */
export function createCredentialCache(lookup: CredentialLookup, now: () => number = performance.now.bind(performance)) {
  const entries = new Map<string, { until: number; found: Promise<LiveCredential | 'absent'> }>()

  return {
    async findLive(credential: Credential, isFresh = false): Promise<LiveCredential | 'absent'> {
      const key = keyOf(credential)
      const entry = entries.get(key)
      if (entry && entry.until > now() && !isFresh) return entry.found

      // Callers of the same moment share one question. What is absent or fails is not remembered.
      const found = lookup.findLive(credential)
      if (entries.size >= maxEntries) entries.clear()
      entries.set(key, { until: now() + freshMs, found })
      try {
        const live = await found
        if (live === 'absent') entries.delete(key)
        return live
      } catch (error) {
        entries.delete(key)
        throw error
      }
    },

    /** Once for what is remembered: the callers of the same moment are one use. */
    async touch(credential: Credential, id: number, address: string): Promise<void> {
      const entry = entries.get(keyOf(credential))
      const live = await entry?.found
      if (entry && live && live !== 'absent') entry.found = Promise.resolve({ ...live, isUseStale: false })
      await lookup.touch(credential, id, address)
    },

    /** Forgets what this copy knows to have changed. */
    forget(credentialHash: Uint8Array): void {
      const end = Buffer.from(credentialHash).toString('base64')
      for (const via of ['token', 'cookie', 'key']) entries.delete(`${via} ${end}`)
    },
  } satisfies CredentialLookup & { forget(hash: Uint8Array): void }
}

function keyOf({ via, hash }: Credential): string {
  return `${via} ${hash.toString('base64')}`
}
