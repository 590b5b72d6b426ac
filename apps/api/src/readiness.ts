import type { Readiness } from '@watchpost/runtime'
import type { Store } from '@watchpost/store'

const askEngineMs = 2_000

/** The part of the engine's client that readiness uses. */
interface Pingable {
  ping(params: object, options: { requestTimeout: number }): Promise<unknown>
}

/** The API is ready while the database has the expected schema and the engine answers. */
export function createReadiness(store: Store, engine: Pingable): Readiness {
  return async () => {
    const [storeReason, engineReason] = await Promise.all([
      store.db
        .selectFrom('setting')
        .select('name')
        .limit(1)
        .execute()
        .then(
          () => undefined,
          (error: Error) => `the database does not answer: ${error.message}`,
        ),
      engine.ping({}, { requestTimeout: askEngineMs }).then(
        () => undefined,
        (error: Error) => `the search engine does not answer: ${error.message}`,
      ),
    ])
    return [storeReason, engineReason].filter(Boolean).join('; ') || undefined
  }
}
