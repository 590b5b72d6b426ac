import { AppError } from '@watchpost/contract'
import { sourceOf } from '@watchpost/runtime'
import type { Account, CounterKind, LoginAdmission, LoginAttempt } from '@watchpost/store'
import type { HashingQueue } from './hashing-queue.ts'

/** Where an attempt comes from. */
export interface Whence {
  address: string
  userAgent: string
  requestId: string
}

/** The outcome of an attempt: `busy` and the `throttled` ones never reached the hash. */
export type LoginOutcome = 'signed-in' | 'wrong' | 'no-rights' | 'busy' | `throttled-${CounterKind}`

/** The account of the attempt; absent if the name is unknown. */
export interface Attempted {
  accountId: number | null
  username: string
}

/** Dependencies of the password check. */
export interface PasswordCheckPorts {
  accounts: {
    findByUsername(username: string): Promise<Account | 'absent'>
    rehash(id: number, from: string, to: string): Promise<void>
  }
  failureCounters: {
    admit(attempt: LoginAttempt): Promise<LoginAdmission>
    release(counters: readonly string[]): Promise<void>
    remember(accountId: number, source: string): Promise<void>
  }
  passwords: {
    hash(password: string): Promise<string>
    verify(password: string, hash: string): Promise<boolean>
    isCurrent(hash: string): boolean
    /** Checked for an unknown name, so that the answer takes as long as for a known one. */
    nobodysHash: string
  }
  hashing: HashingQueue
  /** Records every outcome. The typed name is not recorded: people type their password into that field. */
  record(outcome: LoginOutcome, who: Attempted & Whence): void
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>

/**
 * Finds the account with this name and password. Attempts are throttled before the hash. Unknown names and disabled
 * accounts cost the same, are throttled the same and get the same answers as a wrong password.
 */
export function createPasswordCheck({ accounts, failureCounters, passwords, hashing, record }: PasswordCheckPorts) {
  return async (username: string, password: string, from: Whence): Promise<Account> => {
    const account = await accounts.findByUsername(username)
    const whose: Attempted =
      account === 'absent' ? { accountId: null, username: '' } : { accountId: account.id, username: account.username }
    const who = { ...whose, ...from }
    const source = sourceOf(from.address)
    const name = account === 'absent' ? username : account.username
    const admission = await failureCounters.admit({ username: name, accountId: who.accountId, source })
    if (admission.outcome === 'refused') {
      record(`throttled-${admission.by}`, who)
      const { retryAfterSeconds } = admission
      throw new AppError('login-throttled', 'Wait before the next attempt.', { retryAfterSeconds })
    }

    const { isKnown } = admission
    const stored = account === 'absent' ? passwords.nobodysHash : account.passwordHash
    const isRight = await hashing
      .run(() => passwords.verify(password, stored), isKnown)
      .catch(async (error: unknown) => {
        // The password was not checked, so this does not count as a failure.
        await failureCounters.release(admission.counters)
        if (error instanceof AppError) record('busy', who)
        throw error
      })
    if (account === 'absent' || account.isDisabled || !isRight) {
      record('wrong', who)
      throw new AppError('wrong-credentials')
    }
    await failureCounters.release(admission.counters)
    await failureCounters.remember(account.id, source)
    return passwords.isCurrent(stored) ? account : rehash(account, password, isKnown)
  }

  /** Rehashes with the current cost and pepper. If the queue is full, the next login does it. */
  async function rehash(account: Account, password: string, isKnown: boolean): Promise<Account> {
    const passwordHash = await hashing
      .run(() => passwords.hash(password), isKnown)
      .catch((error: unknown) => {
        if (error instanceof AppError) return account.passwordHash
        throw error
      })
    if (passwordHash !== account.passwordHash) await accounts.rehash(account.id, account.passwordHash, passwordHash)
    return { ...account, passwordHash }
  }
}
