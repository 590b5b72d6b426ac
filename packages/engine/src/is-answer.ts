import { errors } from '@opensearch-project/opensearch'

/** Whether the engine itself said so, by the name it gives the exception. */
export function isAnswer(error: unknown, type: string): boolean {
  return error instanceof errors.ResponseError && error.body?.error?.type === type
}
