import type { CredentialLookup, LiveCredential } from './authenticate.ts'
import type { Credential } from './credential.ts'

/** Half of the promised second; the other half covers the round trip. */
const freshMs = 500
const maxEntries = 10_000

/**
 * Caches a live session or key for half a second, so that a caller that pages through hits costs two database queries a
 * second and not one per page. Every instance rejects a revoked credential within a second.
 */
export function createCredentialCache(lookup: CredentialLookup, now: () => number = performance.now.bind(performance)) {
  const entries = new Map<string, { until: number; found: Promise<LiveCredential | 'absent'> }>()

  return {
    async findLive(credential: Credential, isFresh = false): Promise<LiveCredential | 'absent'> {
      const key = keyOf(credential)
      const entry = entries.get(key)
      if (entry && entry.until > now() && !isFresh) return entry.found

      // Concurrent callers share one lookup. Absent credentials and failures are not cached.
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

    /** Once per cached credential: concurrent callers count as one use. */
    async touch(credential: Credential, id: number, address: string): Promise<void> {
      const entry = entries.get(keyOf(credential))
      const live = await entry?.found
      if (entry && live && live !== 'absent') entry.found = Promise.resolve({ ...live, isUseStale: false })
      await lookup.touch(credential, id, address)
    },

    /** Removes a credential that this instance knows to have changed. */
    forget(credentialHash: Uint8Array): void {
      const end = Buffer.from(credentialHash).toString('base64')
      for (const via of ['token', 'cookie', 'key']) entries.delete(`${via} ${end}`)
    },
  } satisfies CredentialLookup & { forget(hash: Uint8Array): void }
}

function keyOf({ via, hash }: Credential): string {
  return `${via} ${hash.toString('base64')}`
}
