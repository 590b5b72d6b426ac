import type { Credential } from './credential.ts'

const rememberedMs = 10 * 60_000
const maxEntries = 10_000

/**
 * Credentials that this process found live in the last ten minutes. It decides only who counts as a stranger: each
 * request is still authenticated.
 */
export function createFamiliarCredentials(now: () => number = performance.now.bind(performance)) {
  // In the order of their last use: the first one is forgotten first.
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
