import { errors } from '@opensearch-project/opensearch'

/** The result, or that the index is gone: it may be removed between two requests. */
export async function unlessGone<T>(asked: Promise<T>): Promise<T | 'gone'> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 404) return 'gone'
    throw error
  }
}
