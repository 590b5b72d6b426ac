import { isProblem } from '@watchpost/sdk'
import { text } from '../../texts/text.ts'

export interface Failure {
  title: string
  detail: string
}

/** Explains a failed call and what to do about it. */
export function failureOf(error: unknown): Failure {
  if (isProblem(error)) {
    // The API's default message is meant for programs.
    const detail = error.message.startsWith(error.title) ? '' : error.message
    if (error.retryAfter === undefined) return { title: error.title, detail }
    // The page says how long to wait; what the API says about its header is meant for programs.
    const rest = detail.replaceAll(/\s*[^.]*`Retry-After`[^.]*\./g, '').trim()
    return { title: error.title, detail: `${rest} ${text('failure.retryAfter', { seconds: error.retryAfter })}`.trim() }
  }
  // fetch rejects with a TypeError when the server is unreachable.
  return { title: text('failure.unreachable'), detail: text('failure.unreachableDetail') }
}
