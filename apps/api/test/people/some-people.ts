import type { Role, User } from '@watchpost/store'
import type { People } from '../../src/compose-people.ts'
import type { LiveCredential } from '../../src/http/caller/authenticate.ts'
import { type Credential, hashToken } from '../../src/http/caller/credential.ts'
import { createKeyService } from '../../src/keys/key-service.ts'
import { createHashingQueue } from '../../src/users/hashing-queue.ts'
import { createLoginService } from '../../src/users/login-service.ts'
import { createPasswordCheck, type LoginOutcome, type PasswordCheckPorts } from '../../src/users/password-check.ts'
import { createPasswordRules } from '../../src/users/password-rules.ts'
import { createSessionService } from '../../src/users/session-service.ts'
import { createUserService } from '../../src/users/user-service.ts'
import { aLiveCredential } from './a-credential.ts'

/** A token for each role that the fake sessions know. */
export const tokens: Record<Role, string> = {
  viewer: `apk_${'v'.repeat(43)}`,
  operator: `apk_${'o'.repeat(43)}`,
  administrator: `apk_${'a'.repeat(43)}`,
  auditor: `apk_${'u'.repeat(43)}`,
}

export interface PeopleFakes {
  accounts?: PasswordCheckPorts['accounts']['findByUsername']
  findLive?: (credential: Credential) => Promise<LiveCredential | 'absent'>
  hashing?: PasswordCheckPorts['hashing']
  failureCounters?: Partial<PasswordCheckPorts['failureCounters']>
  isCurrent?: PasswordCheckPorts['passwords']['isCurrent']
}

const ends = {
  expiresAt: '2026-11-14T09:12:33.412345Z',
  loginEndsAt: '2026-11-21T01:12:33.412345Z',
  lifeSeconds: 28_800,
}

/** Accounts over fakes. Each is named after its role, and its password is "right". */
export function somePeople(fakes: PeopleFakes, noteLogin: (outcome: LoginOutcome) => void) {
  const passwordsSeen: { password: string; hash: string }[] = []
  const calls: string[] = []
  const call =
    (name: string) =>
    async (...args: (string | number | object)[]): Promise<void> => {
      calls.push(`${name} ${args.map((each) => (typeof each === 'object' ? '…' : each)).join(' ')}`.trim())
    }
  const hash = async (password: string) => `hash of ${password}`
  const rules = createPasswordRules({ isCommon: () => false, contextWords: ['watchpost'] })
  const check = createPasswordCheck({
    accounts: { findByUsername: fakes.accounts ?? accountNamedAfterItsRole, rehash: call('rehash') },
    failureCounters: {
      admit: async () => ({ outcome: 'admitted', isKnown: false, counters: ['a', 'b'] }),
      release: call('release'),
      remember: call('remember'),
      ...fakes.failureCounters,
    },
    passwords: {
      hash,
      verify: async (password, stored) => {
        passwordsSeen.push({ password, hash: stored })
        return password === 'right' && stored !== 'nobody'
      },
      isCurrent: fakes.isCurrent ?? (() => true),
      nobodysHash: 'nobody',
    },
    hashing: fakes.hashing ?? createHashingQueue({ concurrency: 2, maxWaiting: 32, retryAfterSeconds: 5 }),
    record: noteLogin,
  })
  const sessions = {
    create: async () => ({ id: 7, ...ends }),
    refresh: async () => ({ id: 8, ...ends }),
    end: async (_account: number, id: number) => (id === 7 ? 'ended' : 'absent'),
    endAll: async () => 1,
    list: async () => [],
    confirm: async () => 'confirmed' as const,
  }
  const users = {
    list: async () => [olga],
    find: async (id: number) => (id === olga.id ? olga : 'absent'),
    create: async () => olga,
    change: async (id: number) => (id === olga.id ? olga : 'absent'),
    remove: async (id: number) => (id === olga.id ? 'removed' : 'absent'),
    setPassword: async () => ({ sessionsEnded: 2, keysRemoved: 0, keysRemaining: 1 }),
  }
  const forget = () => void calls.push('forget')
  const people: People = {
    credentials: {
      findLive: fakes.findLive ?? findLive,
      touch: call('touch'),
      forget,
    },
    login: createLoginService({
      check,
      sessions,
      settings: { read: async () => ({ sessionAgeSeconds: 28_800 }) },
      forget,
      record: noteLogin,
    }),
    sessions: createSessionService({ check, rules, hash, sessions, users, forget }),
    users: createUserService({ users, hash, rules }),
    keys: createKeyService({
      list: async () => [],
      create: async () => 'name-taken',
      remove: async () => 'absent',
    }),
  }
  return { people, passwordsSeen, calls }
}

const olga: User = {
  id: 7,
  username: 'olga',
  role: 'operator',
  isDisabled: false,
  mustChangePassword: false,
  createdAt: new Date(0),
  passwordChangedAt: new Date(0),
  lastLoginAt: null,
}

async function findLive({ via, hash }: Credential): Promise<LiveCredential | 'absent'> {
  const role = (Object.keys(tokens) as Role[]).find((each) => hashToken(tokens[each]).equals(hash))
  return role && via === 'token' ? aLiveCredential({ username: role, role }) : 'absent'
}

async function accountNamedAfterItsRole(username: string) {
  const account = { id: 1, username, passwordHash: 'stored', isDisabled: false, mustChangePassword: false }
  if (username === 'disabled') return { ...account, role: 'operator' as const, isDisabled: true }
  return username in tokens ? { ...account, role: username as Role } : 'absent'
}
