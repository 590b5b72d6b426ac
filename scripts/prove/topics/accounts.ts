import type { AccountsPart } from '../accounts/accounts.ts'
import type { Proof } from '../command/proof.ts'

export const accounts: Proof<AccountsPart> = {
  topic: 'accounts',
  description: 'only authorised callers get in, every change is audited, no secret leaks, keys rotate while in use',
  parts: {
    answers: 'every route answers each kind of caller as the hand-written table says',
    tokens: 'altered, expired, revoked and foreign tokens are rejected',
    revocation: 'a session or key that ends at one copy of the API is refused by the other within 1 s',
    age: 'sessions end at their maximum age, used or idle',
    'session-limit': 'a token that is refreshed again and again ends 7 days after its login',
    'key-limits':
      'a key grants no more than it has; a new password lists the remaining keys and removes them on request; browser-only roles have none',
    console: 'a locked-out administrator is let in again at the console',
    guesses: 'password guessing is slowed down, honest logins are not',
    timing: 'the time of a failed login does not tell whether the account exists',
    kills: 'kill -9 between change and answer: no change without its audit row, no row without its change',
    settings: 'every service sees a changed setting within 2 s, and goes on without the database',
    certificate: 'a new server certificate is served by every copy without a dropped connection',
    rotation: 'sealed secrets are re-encrypted while they are read; an interrupted rotation can be completed',
    leaks: 'no token, password or private key in logs, dumps, audit, answers or metrics',
  },
  full: { amount: '100,000 tokens, 20,000 guesses, 200 kills', duration: 'more than an hour' },
  small: { amount: '2,000 tokens, 1,000 guesses, 5 kills', duration: '4 minutes' },
  run: async (options) => (await import('../accounts/accounts.ts')).proveAccounts(options),
}
