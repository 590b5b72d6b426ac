import { errors } from '@opensearch-project/opensearch'

/** Whether the engine answered with this exception type. */
export function isAnswer(error: unknown, type: string): boolean {
  return error instanceof errors.ResponseError && error.body?.error?.type === type
}
