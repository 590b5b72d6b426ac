import { hash } from 'node:crypto'
import { addressOf } from '@watchpost/runtime'
import type { AccessEntry } from '@watchpost/store'
import type { AnsweredRequest } from '../http/answered-request.ts'

/** Refusals are audited on every route. */
const refusals = new Set([401, 403, 429])
/** The password check audits these itself, with the account. */
const toldElsewhere = new Set(['wrong-credentials', 'login-throttled'])
const DETAIL_CHARACTERS = 4_096
const OBJECT_CHARACTERS = 256

/** The audit entry for an answer; undefined for most answers. */
export function accessOf(request: AnsweredRequest): AccessEntry | undefined {
  const { looksAt, status, actor, atMs: at } = request
  const isRefused = refusals.has(status)
  if (!looksAt && !isRefused) return undefined
  if (request.problem !== null && toldElsewhere.has(request.problem)) return undefined
  return {
    at,
    accountId: actor?.accountId ?? null,
    username: actor?.username ?? '',
    via: actor?.via ?? 'none',
    credentialPrefix: actor?.credentialPrefix ?? null,
    address: addressOf(request),
    requestId: request.id,
    action: looksAt ?? 'request.refuse',
    object: objectOf(request),
    result: resultOf(status),
    status,
    detail: shortened(status < 400 || request.seen ? detailOf(request) : request.problem),
  }
}

function resultOf(status: number): AccessEntry['result'] {
  if (status < 400) return 'ok'
  return status < 499 ? 'refused' : 'failed'
}

function objectOf(request: AnsweredRequest): string {
  if (request.seen) return request.seen.object
  const path = request.url.replace(/[?#].*$/s, '')
  return printable(`${request.method} ${path}`).slice(0, OBJECT_CHARACTERS)
}

/** Only for accepted requests: the content of other requests is unchecked. */
function detailOf(request: AnsweredRequest): string | null {
  if (request.seen) return request.seen.detail
  const { body } = request
  if (request.method === 'POST' && body) return JSON.stringify(body)
  const [, parameters = ''] = /\?([^#]*)/s.exec(request.url) ?? []
  return parameters === '' ? null : printable(parameters)
}

/** Truncates long text and adds the digest of the whole, to tell apart texts with the same beginning. */
export function shortened(text: string | null): string | null {
  if (text === null || text.length <= DETAIL_CHARACTERS) return text
  const digest = hash('sha256', text, 'hex')
  return `${text.slice(0, DETAIL_CHARACTERS).toWellFormed()}… (${text.length} characters, SHA-256 ${digest})`
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?')
}
