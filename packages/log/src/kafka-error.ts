/** Whether this error, or one that it wraps, has the given field. The client wraps the errors of several brokers. */
export function wrapsError(error: unknown, field: 'apiId' | 'canRetry' | 'needsRejoin', value: unknown): boolean {
  if (error === null || typeof error !== 'object') return false
  const { cause, errors } = error as { cause?: unknown; errors?: unknown[] }
  if ((error as Record<string, unknown>)[field] === value) return true
  return wrapsError(cause, field, value) || (errors?.some((each) => wrapsError(each, field, value)) ?? false)
}
