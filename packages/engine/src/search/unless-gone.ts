import { errors } from '@opensearch-project/opensearch'

/** An index was removed between two requests. */
export class IndexGone extends Error {}

/** The result, or `gone` if the index is deleted. */
export async function unlessGone<T>(asked: Promise<T>): Promise<T | 'gone'> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof IndexGone || (error instanceof errors.ResponseError && error.statusCode === 404)) return 'gone'
    throw error
  }
}
