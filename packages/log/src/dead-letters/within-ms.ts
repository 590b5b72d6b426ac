/** The result, or an error after the timeout. The operation itself continues and its result is ignored. */
export async function withinMs<T>(ms: number, answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
