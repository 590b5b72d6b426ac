import { hostname } from 'node:os'
import type { Logger } from '@watchpost/runtime'
import {
  createAccountStore,
  createApiKeyStore,
  createFailureCounterStore,
  createSessionStore,
  createUserStore,
  type PasswordHash,
  type Store,
} from '@watchpost/store'
import type { ApiMetrics } from './api-metrics.ts'
import { createCredentialCache } from './http/caller/credential-cache.ts'
import { createCredentialLookup } from './http/caller/credential-lookup.ts'
import { createKeyService, type KeyPorts } from './keys/key-service.ts'
import { isCommonPassword } from './users/common-passwords.ts'
import { createHashingQueue } from './users/hashing-queue.ts'
import { createLoginService, type LoginPorts } from './users/login-service.ts'
import {
  type Attempted,
  createPasswordCheck,
  type LoginOutcome,
  type PasswordCheckPorts,
  type Whence,
} from './users/password-check.ts'
import { createPasswordRules } from './users/password-rules.ts'
import { createSessionService, type SessionPorts } from './users/session-service.ts'
import { createUserService, type UserPorts } from './users/user-service.ts'

export interface PeopleParts {
  store: Store
  passwords: PasswordHash
  settings: LoginPorts['settings']
  metrics: Pick<ApiMetrics, 'login'>
  /** Called for every login attempt, for the audit. */
  onLogin(outcome: LoginOutcome, who: Attempted & Whence): void
  logger: Logger
  /** Lets tests and proofs switch off the login throttling. */
  failureCounters?: PasswordCheckPorts['failureCounters'] | undefined
}

export type People = ReturnType<typeof composePeople>

/** Builds logins, sessions, users and keys. */
export function composePeople({ store, passwords, settings, metrics, onLogin, logger, failureCounters }: PeopleParts) {
  const sessions = createSessionStore(store)
  const users = createUserStore(store)
  const keys: KeyPorts & ReturnType<typeof createApiKeyStore> = createApiKeyStore(store)
  const credentials = createCredentialCache(createCredentialLookup({ sessions, keys }))
  const hashing = createHashingQueue({ concurrency: 2, maxWaiting: 32, retryAfterSeconds: 5 })
  const hash = (password: string) => hashing.run(() => passwords.hash(password), true)
  const rules = createPasswordRules({
    isCommon: isCommonPassword,
    contextWords: ['watchpost', hostname(), ...hostname().split('.')],
  })
  const record: PasswordCheckPorts['record'] = (outcome, who) => {
    metrics.login(outcome)
    onLogin(outcome, who)
    const { accountId, address, requestId } = who
    logger[levels[outcome] ?? 'warn']({ outcome, accountId, address, requestId }, 'login')
  }

  const checkPorts: PasswordCheckPorts = {
    accounts: createAccountStore(store),
    failureCounters: failureCounters ?? createFailureCounterStore(store),
    passwords,
    hashing,
    record,
  }
  const check = createPasswordCheck(checkPorts)
  const forget = credentials.forget
  const loginPorts: LoginPorts = { check, sessions, settings, forget, record }
  const sessionPorts: SessionPorts = { check, rules, hash, sessions, users, forget }
  const userPorts: UserPorts = { users, hash, rules }
  return {
    credentials,
    login: createLoginService(loginPorts),
    sessions: createSessionService(sessionPorts),
    users: createUserService(userPorts),
    keys: createKeyService(keys),
  }
}

/** A flood of attempts is only counted: a log line for each of them would fill the disk. */
const levels: Partial<Record<LoginOutcome, 'info' | 'debug'>> = {
  'signed-in': 'info',
  'throttled-account': 'debug',
  'throttled-source': 'debug',
  'throttled-global': 'debug',
  busy: 'debug',
}
