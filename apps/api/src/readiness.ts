import type { Readiness } from '@watchpost/runtime'
import type { Store } from '@watchpost/store'

const askEngineMs = 2_000

/** The one question that readiness asks of the engine's client. */
interface Pingable {
  ping(params: object, options: { requestTimeout: number }): Promise<unknown>
}

/** The API can work while the database knows its tables and the engine answers. */
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
