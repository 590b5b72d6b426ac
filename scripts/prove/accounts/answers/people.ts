import { randomBytes } from 'node:crypto'
import type { Agent } from 'node:https'
import type { Stack } from '../../../stack/stack.ts'
import { type Administrator, apiPorts } from '../administrator.ts'
import { type HttpsAnswer, httpsCall } from '../https-call.ts'
import type { AccountRole } from './expected-answers.ts'

export interface Person {
  id: number
  username: string
  password: string
  role: AccountRole
}

/** Creates an account whose password need not be changed. */
export async function addPerson(administrator: Administrator, role: AccountRole): Promise<Person> {
  const username = `${role}-${randomBytes(5).toString('hex')}`
  const password = randomBytes(18).toString('base64url')
  const body = { username, password, role, must_change_password: false }
  const made = await administrator.call('POST', '/api/users', body)
  if (made.status !== 201) throw new Error(`no user was made: ${made.status} ${made.text}`)
  const { id } = JSON.parse(made.text) as { id: number }
  return { id, username, password, role }
}

export interface LoginOptions {
  ca: string
  port: number
  /** For requests from another IP address of this machine. */
  agent?: Agent
}

export function tryLogin({ username, password }: Pick<Person, 'username' | 'password'>, where: LoginOptions) {
  return httpsCall({ ...where, method: 'POST', path: '/api/auth/login', body: { username, password } })
}

/** The header of a program that has signed in. */
export async function logIn(person: Pick<Person, 'username' | 'password'>, where: LoginOptions) {
  const answer = await tryLogin(person, where)
  if (answer.status !== 200) throw new Error(`${person.username} cannot log in: ${answer.status} ${answer.text}`)
  const { token } = JSON.parse(answer.text) as { token: string }
  return { 'api-key': token }
}

/** The headers of a browser that has signed in. */
export async function signInBrowser({ username, password }: Person, { ca, port }: LoginOptions) {
  const custom = { 'x-requested-with': 'proof' }
  const body = { username, password }
  const answer = await httpsCall({ ca, port, method: 'POST', path: '/api/auth/session', body, headers: custom })
  const cookie = /^(__Host-sid=[^;]+)/.exec(String(answer.headers['set-cookie']))?.[1]
  if (answer.status !== 201 || !cookie) throw new Error(`no cookie: ${answer.status} ${answer.text}`)
  return { cookie, ...custom }
}

/** Creates a key for the administrator or for another account. */
export async function makeKey(administrator: Administrator, scopes: string[], userId?: number) {
  const name = randomBytes(6).toString('hex')
  const made = await administrator.call('POST', '/api/auth/keys', { name, scopes, user_id: userId })
  if (made.status !== 201) throw new Error(`no key was made: ${made.status} ${made.text}`)
  const { id, key } = JSON.parse(made.text) as { id: number; key: string }
  return { id, headers: { 'api-key': key } }
}

/** Cycles through the API instances. */
export function inTurn(stack: Stack): () => number {
  const ports = apiPorts(stack)
  let turn = 0
  return () => ports[turn++ % ports.length] ?? 0
}

export function isProblem({ text }: HttpsAnswer, code: string): boolean {
  return text.includes(`"/problems/${code}"`)
}
