import { randomBytes } from 'node:crypto'
import { connectEngine, type EngineConfig } from '@watchpost/engine'
import { storedFamilies } from '@watchpost/model'
import { inject } from 'vitest'

export interface TestEngine extends AsyncDisposable {
  client: ReturnType<typeof connectEngine>
  /** For a service that connects by itself. */
  config: EngineConfig
}

/** The real OpenSearch of this run with a prefix of its own. Its indexes are deleted on disposal. */
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
      // Delete by name: a hardened engine rejects deletion by pattern.
      const { body } = await client.indices.get({
        index: [...storedFamilies, 'clusters'].map((name) => `${config.prefix}${name}-*`),
      })
      const index = Object.keys(body)
      if (index.length > 0) await client.indices.delete({ index })
      await client.close()
    },
  }
}
