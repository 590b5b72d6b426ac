import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { connectEngine } from './connect-engine.ts'
import { EngineConfig } from './engine-config.ts'
import { engineCredentials } from './engine-credentials.ts'

const minimal = { WATCHPOST_ENGINE_NODES: 'http://127.0.0.1:9200' }

test('requires only the nodes', () => {
  expect(loadConfig(EngineConfig, minimal)).toEqual({
    nodes: ['http://127.0.0.1:9200'],
    prefix: '',
    shards: 1,
    replicas: 0,
    refreshSeconds: 1,
    codec: 'default',
    requestTimeoutMs: 30_000,
  })
})

test('accepts several nodes as a cluster', () => {
  const config = loadConfig(EngineConfig, { WATCHPOST_ENGINE_NODES: 'https://a:9200, https://b:9200' })
  expect(config.nodes).toEqual(['https://a:9200', 'https://b:9200'])
})

test('accepts the path of a Unix socket as a node', () => {
  const nodes = 'http+unix:///run/watchpost/engine.sock'
  expect(loadConfig(EngineConfig, { WATCHPOST_ENGINE_NODES: nodes }).nodes).toEqual([nodes])
})

test.each([
  ['a Unix socket without a path', { WATCHPOST_ENGINE_NODES: 'http+unix://run/engine.sock' }],
  ['a node without a scheme', { WATCHPOST_ENGINE_NODES: 'a:9200' }],
  ['a prefix no index may have', { ...minimal, WATCHPOST_ENGINE_PREFIX: 'Upper*' }],
  ['an unknown codec', { ...minimal, WATCHPOST_ENGINE_CODEC: 'zip' }],
  ['no shards', { ...minimal, WATCHPOST_ENGINE_SHARDS: '0' }],
])('%s is rejected', (_, env) => {
  expect(() => loadConfig(EngineConfig, env)).toThrow('WATCHPOST_ENGINE_')
})

test('rejects a user without a password before the first request', () => {
  const config = loadConfig(EngineConfig, { ...minimal, WATCHPOST_ENGINE_USERNAME: 'indexer' })
  expect(() => connectEngine(config)).toThrow('password')
})

test('sends a password only to nodes on this machine or over TLS', () => {
  const password = join(mkdtempSync(join(tmpdir(), 'engine-')), 'password')
  writeFileSync(password, 'secret')
  const user = { WATCHPOST_ENGINE_USERNAME: 'watchpost-{service}', WATCHPOST_ENGINE_PASSWORD_FILE: password }
  const credentials = (nodes: string) =>
    engineCredentials(loadConfig(EngineConfig, { ...user, WATCHPOST_ENGINE_NODES: nodes }, { service: 'api' }))
  for (const nodes of ['https://a:9200', 'http://127.0.0.1:9200,http://[::1]:9200', 'http+unix:///run/engine.sock']) {
    expect(credentials(nodes)).toEqual({ username: 'watchpost-api', password: 'secret' })
  }
  for (const nodes of ['http://a:9200', 'https://a:9200,http://192.0.2.1:9200', 'http://127.example.org:9200']) {
    expect(() => credentials(nodes)).toThrow('in clear')
  }
})
