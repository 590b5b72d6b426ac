import { testStore } from '@watchpost/testkit/test-store'
import { connectStore } from '../src/database/connect-store.ts'

/** A store with a clock that the test can move. */
export async function aClockedStore() {
  const made = await testStore()
  let offset = 0
  const store = connectStore(made.config, 'test', { clockOffsetSeconds: () => offset })
  return {
    store,
    pass(seconds: number): void {
      offset += seconds
    },
    async [Symbol.asyncDispose]() {
      await store.close()
      await made[Symbol.asyncDispose]()
    },
  }
}
