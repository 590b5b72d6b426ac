import { isProblem } from '@watchpost/sdk'
import { text } from '../../texts/text.ts'

export interface Failure {
  title: string
  detail: string
}

/** What a failed call means to the person who waited for it, and what to do. */
export function failureOf(error: unknown): Failure {
  if (isProblem(error)) {
    const wait = error.retryAfter === undefined ? '' : ` ${text('failure.retryAfter', { seconds: error.retryAfter })}`
    // What the API adds by default is for programs.
    const detail = error.message.startsWith(error.title) ? '' : error.message
    return { title: error.title, detail: `${detail}${wait}`.trim() }
  }
  // A server that cannot be reached says nothing: fetch rejects with a TypeError.
  return { title: text('failure.unreachable'), detail: text('failure.unreachableDetail') }
}
