import { createHash, randomBytes } from 'node:crypto'
import { createLogger } from '@watchpost/runtime'
import { type AuditOrigin, connectStore, createUserStore, type PasswordHash, type Role } from '@watchpost/store'
import { testStore } from '@watchpost/testkit/test-store'
import { composePeople } from '../src/compose-people.ts'
import { anApi } from './an-api.ts'

export const password = 'seven quiet lamps over the harbour'

/** A fake hash, good enough for a test and a thousand times as fast. */
const quickHash: PasswordHash = {
  hash: async (text) => `$argon2id$quick$${createHash('sha256').update(text).digest('hex')}`,
  verify: async (text, phc) => (await quickHash.hash(text)) === phc,
  isCurrent: () => true,
  nobodysHash: '$argon2id$quick$nobody',
}

const origin: AuditOrigin = {
  accountId: null,
  username: 'test',
  via: 'console',
  credentialPrefix: null,
  address: '',
  requestId: '',
}

export interface Asked {
  /** The credential of the caller: the token of a login, or a browser cookie. */
  headers?: Record<string, string>
  body?: object
  address?: string
}

export type StoredApi = Awaited<ReturnType<typeof aStoredApi>>

/** The HTTP server with accounts in a real database, and a clock that the test moves. */
export async function aStoredApi() {
  const database = await testStore()
  const clock = { offset: 0 }
  const store = connectStore(database.config, 'test', { clockOffsetSeconds: () => clock.offset })
  const people = composePeople({
    store,
    passwords: quickHash,
    settings: { read: async () => ({ sessionAgeSeconds: 28_800 }) },
    metrics: { login: () => undefined },
    onLogin: () => undefined,
    logger: createLogger('api', 'silent'),
  })
  const api = await anApi({ people })

  async function ask(route: string, { headers = {}, body, address = '192.0.2.7' }: Asked = {}) {
    const [method, url] = route.split(' ') as ['GET', string]
    const answer = await api.app.inject({
      method,
      url,
      headers,
      remoteAddress: address,
      ...(body && { payload: body }),
    })
    const json: Record<string, unknown> = /json/.test(answer.headers['content-type'] ?? '') ? answer.json() : {}
    const problem = typeof json.type === 'string' ? json.type.replace('/problems/', '') : ''
    return { status: answer.statusCode, headers: answer.headers, json, problem }
  }

  return {
    ...api,
    store,
    clock,
    ask,

    /** Adds an account with the common test password; returns its id and name. */
    async addUser(role: Role, mustChangePassword = false) {
      const username = `${role}-${randomBytes(4).toString('hex')}`
      const passwordHash = await quickHash.hash(password)
      const user = await createUserStore(store).create({ username, role, passwordHash, mustChangePassword }, origin)
      if (typeof user === 'string') throw new Error(user)
      return user
    },

    /** The header of a program that has logged in. */
    async logIn(username: string): Promise<{ 'api-key': string }> {
      const { status, json } = await ask('POST /api/auth/login', { body: { username, password } })
      if (status !== 200) throw new Error(`${username} cannot log in: ${status} ${JSON.stringify(json)}`)
      return { 'api-key': String(json.token) }
    },

    /** The headers of a browser that has signed in. */
    async signIn(username: string): Promise<{ cookie: string; 'x-requested-with': string }> {
      const custom = { 'x-requested-with': 'test' }
      const answer = await ask('POST /api/auth/session', { body: { username, password }, headers: custom })
      if (answer.status !== 201) throw new Error(`${username} cannot sign in: ${answer.status}`)
      return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '', ...custom }
    },

    async audit() {
      return store.db.selectFrom('audit').selectAll().orderBy('id').execute()
    },

    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]()
      await store.close()
      await database[Symbol.asyncDispose]()
    },
  }
}
