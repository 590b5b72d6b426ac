import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What a request carries to say who it is from: the token of a login, a browser's cookie, or an API key. */
export interface Credential {
  via: 'token' | 'cookie' | 'key'
  hash: Buffer
}

/** Browsers keep a cookie of this name to the very host that set it, over TLS only. */
export const cookieName = '__Host-sid'

/** 256 bits. To be found by scanners for leaked secrets: `apk_(key_)?[A-Za-z0-9_-]{43}`. */
const tokenPattern = /^apk_[A-Za-z0-9_-]{43}$/
const keyPattern = /^apk_key_[A-Za-z0-9_-]{43}$/
const cookiePattern = /^[A-Za-z0-9_-]{43}$/

export const newToken = (): string => `apk_${secret()}`
export const newKey = (): string => `apk_key_${secret()}`
export const newCookie = (): string => secret()

/** Only this is ever stored: the database holds no token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A header goes before the cookie: a program says what it means, while a browser sends its cookie unasked. */
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
