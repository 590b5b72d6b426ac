import { randomBytes } from 'node:crypto'
import { connectEngine, type EngineConfig } from '@watchpost/engine'
import { families } from '@watchpost/model'
import { inject } from 'vitest'

export interface TestEngine extends AsyncDisposable {
  client: ReturnType<typeof connectEngine>
  /** For a role that connects by itself. */
  config: EngineConfig
}

/** The real OpenSearch of this run under a prefix of its own, whose indexes go when the test lets go of it. */
export function testEngine(overrides: Partial<EngineConfig> = {}): TestEngine {
  const config: EngineConfig = {
    nodes: inject('engineNodes'),
    prefix: `test-${randomBytes(6).toString('hex')}-`,
    shards: 1,
    replicas: 0,
    refreshSeconds: 1,
    codec: 'default',
    requestTimeoutMs: 30_000,
    ...overrides,
  }
  const client = connectEngine(config)
  return {
    client,
    config,
    async [Symbol.asyncDispose]() {
      await client.indices.delete({ index: families.map((family) => `${config.prefix}${family}-*`) })
      await client.close()
    },
  }
}
