import { isProblem } from '@watchpost/sdk'
import { text } from '../../texts/text.ts'

export interface Failure {
  title: string
  detail: string
}

/** Explains a failed call and what to do about it. */
export function failureOf(error: unknown): Failure {
  if (isProblem(error)) {
    const wait = error.retryAfter === undefined ? '' : ` ${text('failure.retryAfter', { seconds: error.retryAfter })}`
    // The API's default message is meant for programs.
    const detail = error.message.startsWith(error.title) ? '' : error.message
    return { title: error.title, detail: `${detail}${wait}`.trim() }
  }
  // fetch rejects with a TypeError when the server is unreachable.
  return { title: text('failure.unreachable'), detail: text('failure.unreachableDetail') }
}
