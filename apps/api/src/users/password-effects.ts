import type { PasswordEffects } from '@watchpost/contract'
import type * as Stored from '@watchpost/store'

/** What a new password ended and what remains valid, as the API returns it. */
export function effectsOf({ sessionsEnded, keysRemoved, keysRemaining }: Stored.PasswordEffects): PasswordEffects {
  return { sessions_ended: sessionsEnded, keys_removed: keysRemoved, keys_remaining: keysRemaining }
}
