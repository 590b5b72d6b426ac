import type { PasswordEffects } from '@watchpost/contract'
import { counted, text } from '../texts/text.ts'

/** Describes which sessions and keys a password change ended and which still work. */
export function effectsText(effects: PasswordEffects): string {
  const { sessions_ended: sessions, keys_removed: removed, keys_remaining: remaining } = effects
  return [
    sessions > 0 && counted('password.sessionsEnded', sessions),
    removed > 0 && counted('password.keysRemoved', removed),
    remaining > 0 ? counted('password.keysRemaining', remaining) : text('password.noKeys'),
  ]
    .filter(Boolean)
    .join(' ')
}
