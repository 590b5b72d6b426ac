import { hash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The credential of a request: the token of a login, a browser's cookie, or an API key. */
export interface Credential {
  via: 'token' | 'cookie' | 'key'
  hash: Buffer
}

/** The prefix `__Host-` makes browsers limit the cookie to the host that set it, over TLS. */
export const cookieName = '__Host-sid'

/** 256 bits. Pattern for secret scanners: `apk_(key_)?[A-Za-z0-9_-]{43}`. */
const tokenPattern = /^apk_[A-Za-z0-9_-]{43}$/
const keyPattern = /^apk_key_[A-Za-z0-9_-]{43}$/
const cookiePattern = /^[A-Za-z0-9_-]{43}$/

export const newToken = (): string => `apk_${secret()}`
export const newKey = (): string => `apk_key_${secret()}`
export const newCookie = (): string => secret()

/** Only the hash is stored: the database contains no token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** A header takes precedence over the cookie: a program sets it on purpose, a browser always sends its cookie. */
export function credentialOf(headers: IncomingHttpHeaders): Credential | 'none' | 'malformed' {
  const token = headerToken(headers)
  if (token !== undefined) {
    if (tokenPattern.test(token)) return { via: 'token', hash: hashToken(token) }
    return keyPattern.test(token) ? { via: 'key', hash: hashToken(token) } : 'malformed'
  }
  const [cookie, ...others] = cookiesOf(headers)
  if (cookie === undefined) return 'none'
  return cookiePattern.test(cookie) && others.length === 0 ? { via: 'cookie', hash: hashToken(cookie) } : 'malformed'
}

/** `Set-Cookie` for a browser session; an age of 0 removes it. */
export function setCookie(value: string, ageSeconds: number): string {
  return `${cookieName}=${value}; Path=/; Max-Age=${ageSeconds}; HttpOnly; Secure; SameSite=Strict`
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

function headerToken(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['api-key']
  if (typeof key === 'string') return key
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

function cookiesOf({ cookie = '' }: IncomingHttpHeaders): string[] {
  return cookie
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${cookieName}=`))
    .map((each) => each.slice(cookieName.length + 1))
}
