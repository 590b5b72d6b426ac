import type { Credential } from './credential.ts'

const rememberedMs = 10 * 60_000
const maxEntries = 10_000

/**
 * Credentials that this process found valid in the last ten minutes. Only decides whether a caller counts as unknown
 * for rate limits: each request is still authenticated.
 */
export function createFamiliarCredentials(now: () => number = performance.now.bind(performance)) {
  // In order of last use, so that the least recently used is evicted first.
  const lastUses = new Map<string, number>()

  return {
    has({ hash }: Pick<Credential, 'hash'>): boolean {
      const lastUse = lastUses.get(keyOf(hash))
      return lastUse !== undefined && lastUse + rememberedMs > now()
    },

    remember({ hash }: Pick<Credential, 'hash'>): void {
      const key = keyOf(hash)
      lastUses.delete(key)
      if (lastUses.size >= maxEntries) forgetOldest()
      lastUses.set(key, now())
    },

    forget: ({ hash }: Pick<Credential, 'hash'>): void => void lastUses.delete(keyOf(hash)),

    size: () => lastUses.size,
  }

  function forgetOldest(): void {
    for (const oldest of lastUses.keys()) {
      lastUses.delete(oldest)
      return
    }
  }
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64')
}
