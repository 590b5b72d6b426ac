import { STATUS_CODES } from 'node:http'
import { AppError, type Problem, type ProblemCode, problems } from '@watchpost/contract'
import { isStoreUnavailable } from '@watchpost/store'
import type { FastifyError } from 'fastify'
import { detailOf } from './detail-of.ts'
import { validationItems } from '../request/validation-items.ts'

export const problemType = 'application/problem+json'

/** A failure ready to be sent. */
export interface ProblemAnswer {
  body: Problem
  headers: Record<string, string>
}

/** Framework errors with a catalogued code, and their text for the caller. */
const framework: Record<string, [ProblemCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-media-type', 'Send the header Content-Type: application/json.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload-too-large', 'The body is larger than this address takes.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid-request', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid-request', 'The body is empty; it must be a JSON object.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid-request', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['invalid-request', 'The address is not a valid URL.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not-found', 'A part of the address is longer than any that exists.'],
}

/** The only place that converts a failure to an RFC 9457 body. An internal error reveals no details. */
export function toProblem(error: unknown, instance: string): ProblemAnswer {
  const known = error instanceof AppError ? error : named(error)
  if (known) return catalogued(known, instance)
  const status = statusOf(error)
  if (status >= 400 && status < 500) {
    return { body: { type: 'about:blank', title: STATUS_CODES[status] ?? 'Refused', status, instance }, headers: {} }
  }
  return catalogued(new AppError('internal', 'The log of the appliance has the cause under this instance.'), instance)
}

function named(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  if (isStoreUnavailable(error)) return new AppError('store-unavailable', undefined, { retryAfterSeconds: 5 })
  const { validation, validationContext, code } = error as Partial<FastifyError>
  if (validation) {
    return new AppError('invalid-request', undefined, { errors: validationItems(validation, validationContext) })
  }
  const entry = code ? framework[code] : undefined
  return entry && new AppError(...entry)
}

function catalogued(error: AppError, instance: string): ProblemAnswer {
  const { status, title } = problems[error.code]
  const headers: Record<string, string> = {}
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="watchpost"'
  if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds)
  const body: Problem = { type: `/problems/${error.code}`, title, status, detail: detailOf(error), instance }
  if (error.errors?.length) body.errors = [...error.errors]
  return { body, headers }
}

function statusOf(error: unknown): number {
  return (error as { statusCode?: number } | undefined)?.statusCode ?? 500
}
