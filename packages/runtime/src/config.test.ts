import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'
import { SecretType } from './secret-type.ts'

const Example = Type.Object({
  engine: Type.Object({
    nodes: Type.Array(Type.String({ pattern: '^https?://' }), {
      env: 'ENGINE_NODES',
      minItems: 1,
      description: 'Where the engine is.',
    }),
    password: Type.Optional(SecretType({ env: 'ENGINE_PASSWORD', description: 'Of the engine user.' })),
  }),
  batch: Type.Integer({
    env: 'INDEXER_BATCH',
    default: 2_000,
    minimum: 1,
    maximum: 10_000,
    description: 'Records in a batch.',
  }),
})

function fileWith(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'config-')), 'file')
  writeFileSync(path, text)
  return path
}

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(Example, env)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)]
  }
}

test('splits lists, applies defaults and freezes the result', () => {
  const config = loadConfig(Example, { WATCHPOST_ENGINE_NODES: 'http://a:1, http://b:2' })
  expect(config).toEqual({ engine: { nodes: ['http://a:1', 'http://b:2'] }, batch: 2_000 })
  expect(() => Object.assign(config, { batch: 1 })).toThrow(TypeError)
})

test('reads a setting under its former name, and warns', async () => {
  const Renamed = Type.Object({
    grace: Type.Integer({ env: 'CLUSTERS_GRACE_MS', formerEnv: 'ANALYZER_GRACE_MS', default: 1 }),
  })
  const warned = once(process, 'warning')
  expect(loadConfig(Renamed, { WATCHPOST_ANALYZER_GRACE_MS: '7' })).toEqual({ grace: 7 })
  expect(String((await warned)[0])).toContain('WATCHPOST_ANALYZER_GRACE_MS is now WATCHPOST_CLUSTERS_GRACE_MS')
  expect(loadConfig(Renamed, { WATCHPOST_CLUSTERS_GRACE_MS: '8', WATCHPOST_ANALYZER_GRACE_MS: '7' })).toEqual({
    grace: 8,
  })
})

test('reports all problems at once', () => {
  const problems = problemsOf({
    WATCHPOST_INDEXER_BATCH: '0',
    WATCHPOST_ENGINE_NODE: 'x',
    WATCHPOST_ENGINE_PASSWORD_FILE: '/nowhere',
    WATCHPOST_TYPO: '1',
  })
  expect(problems.map((each) => each.split(':')[0])).toEqual([
    'WATCHPOST_ENGINE_NODE',
    'WATCHPOST_TYPO',
    'WATCHPOST_ENGINE_NODES',
    'WATCHPOST_ENGINE_PASSWORD_FILE',
    'WATCHPOST_INDEXER_BATCH',
  ])
})

test('accepts a setting of another service', () => {
  expect(problemsOf({ WATCHPOST_ENGINE_NODES: 'http://a:1', WATCHPOST_API_PORT: '8443' })).toEqual([])
})

test('ignores the other settings of a fragment that is only borrowed from another service', () => {
  const Borrower = Type.Object({
    port: Type.Integer({ env: 'GATEWAY_PORT', isBorrowed: true, default: 1, description: 'A port.' }),
    batch: Type.Integer({ env: 'API_BATCH', default: 2, description: 'A size.' }),
  })
  const env = { WATCHPOST_GATEWAY_PORT: '8444', WATCHPOST_GATEWAY_HOST: '::' }
  expect(loadConfig(Borrower, env)).toEqual({ port: 8_444, batch: 2 })
  expect(() => loadConfig(Borrower, { ...env, WATCHPOST_API_BATHC: '1' })).toThrow('WATCHPOST_API_BATHC')
})

test('returns an empty object for a fragment without settings', () => {
  const Parts = Type.Object({
    audit: Type.Object({ dir: Type.Optional(Type.String({ env: 'AUDIT_DIR', description: 'A folder.' })) }),
  })
  expect(loadConfig(Parts, {})).toEqual({ audit: {} })
})

test('uses the file for settings that the environment does not set', () => {
  const path = fileWith('WATCHPOST_ENGINE_NODES=http://file:1\nWATCHPOST_INDEXER_BATCH=7\n')
  const config = loadConfig(Example, { WATCHPOST_CONFIG_FILE: path, WATCHPOST_INDEXER_BATCH: '9' })
  expect(config).toMatchObject({ engine: { nodes: ['http://file:1'] }, batch: 9 })
})

test('reads a secret from a file and never prints it', () => {
  const config = loadConfig(Example, {
    WATCHPOST_ENGINE_NODES: 'http://a:1',
    WATCHPOST_ENGINE_PASSWORD_FILE: fileWith('hunter2\n'),
  })
  expect(config.engine.password?.reveal()).toBe('hunter2')
  expect(JSON.stringify(config) + String(config.engine.password)).not.toContain('hunter2')
})

test('accepts the other settings of a fragment for a partial schema', () => {
  const Part = Type.Object({ port: Type.Integer({ env: 'API_PORT', default: 1 }) })
  const env = { WATCHPOST_API_PORT: '8443', WATCHPOST_API_HOST: '::' }
  expect(() => loadConfig(Part, env)).toThrow('WATCHPOST_API_HOST: no such setting')
  expect(loadConfig(Part, env, { isPartial: true })).toEqual({ port: 8443 })
})

test('puts the name of the service into values and paths of secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'))
  writeFileSync(join(folder, 'engine-api'), 'of the API')
  const env = {
    WATCHPOST_ENGINE_NODES: 'http://{service}.a:1,http://{service}.b:1',
    WATCHPOST_ENGINE_PASSWORD_FILE: join(folder, 'engine-{service}'),
  }
  const { engine } = loadConfig(Example, env, { service: 'api' })
  expect(engine.nodes).toEqual(['http://api.a:1', 'http://api.b:1'])
  expect(engine.password?.reveal()).toBe('of the API')
  expect(() => loadConfig(Example, env)).toThrow('engine-console cannot be read')
})
