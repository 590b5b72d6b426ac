import { chmodSync, mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordProcess } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { rolePorts } from './appliance-server.ts'
import { serviceEnvironment, writeServiceEnvironment } from './service-environment.ts'
import { loadStackConfig } from './stack-config.ts'
import { makeFolders, stackFolder, writeJson } from './stack-folder.ts'
import { settleState } from './stack-state.ts'

const config = loadStackConfig({})

/** A folder with a known data location, so that the test does not depend on the machine's users. */
function knownFolder(brokers = 1) {
  const folder = stackFolder(join(mkdtempSync(join(tmpdir(), 'stack-')), '.stack'))
  makeFolders(folder)
  writeJson(folder.state, { config, brokers, nodes: 1, copies: [], dataDir: '/data', isDataElsewhere: false })
  return folder
}

test('an offset moves every port', () => {
  const moved = loadStackConfig({ WATCHPOST_STACK_PORT_OFFSET: '1000' })
  expect([moved.apiPort, moved.gatewayPort, moved.internalPort]).toEqual([9_443, 9_444, 9_445])
  expect([moved.postgresPort, moved.kafkaPort, moved.openSearchPort]).toEqual([16_432, 20_091, 20_200])
})

test('keeps the size of a stack with its data', () => {
  const folder = knownFolder(3)
  expect(settleState(folder, config, {}).brokers).toBe(3)
  expect(() => settleState(folder, config, { brokers: 1 })).toThrow('this stack has 3 brokers')
})

test('applies new settings to a stopped stack and keeps those of a running one', () => {
  const folder = knownFolder()
  const moved = loadStackConfig({ WATCHPOST_STACK_API_PORT: '9000' })
  expect(settleState(folder, moved, { copies: ['api=2'] })).toMatchObject({
    config: { apiPort: 9000 },
    copies: ['api=2'],
  })
  recordProcess(join(folder.run, 'postgres.json'), process.pid)
  expect(settleState(folder, config, {}).config.apiPort).toBe(9_000)
  expect(() => settleState(folder, config, { copies: ['api=3'] })).toThrow('down` first')
})

test('passes every server and the instance counts to the services, but no secrets', () => {
  const folder = knownFolder(3)
  const state = settleState(folder, config, { copies: ['gateway=2'] })
  const environment = serviceEnvironment(folder, state)
  expect(environment).toMatchObject({
    WATCHPOST_LOG_BROKERS: '127.0.0.1:19091,127.0.0.1:19092,127.0.0.1:19093',
    WATCHPOST_LOG_REPLICATION: '3',
    WATCHPOST_ENGINE_NODES: 'http://127.0.0.1:19200',
    WATCHPOST_ENGINE_REPLICAS: '0',
    WATCHPOST_APPLIANCE_COPIES: 'gateway=2',
  })
  expect(rolePorts(state)).toEqual([8_443, 8_444, 8_544, 8_446, 8_447, 8_448, 8_449, 8_450, 8_451])
})

test('a secured stack stays secured, has a user per service, and none of the settings for development', () => {
  const folder = stackFolder(join(mkdtempSync(join(tmpdir(), 'stack-')), '.stack'))
  makeFolders(folder)
  writeJson(folder.state, { config, brokers: 1, nodes: 1, copies: [], isSecured: true, dataDir: '/data' })
  expect(() => settleState(folder, config, { isSecured: false })).toThrow('this stack is secured')
  const environment = serviceEnvironment(folder, settleState(folder, config, {}))
  expect(environment.WATCHPOST_STORE_URL).toMatch(/^postgres:\/\/watchpost_\{service\}@.*sslmode=verify-full/)
  expect(environment.WATCHPOST_LOG_USERNAME).toBe('watchpost-{service}')
  for (const name of ['EXPORT_NETWORKS', 'API_REQUESTS_PER_MINUTE', 'APPLIANCE_FIRST_PASSWORD']) {
    expect(environment).not.toHaveProperty(`WATCHPOST_${name}`)
  }
  expect(() => settleState(knownFolder(), config, { isSecured: true })).toThrow('not secured')
})

test('secured servers by setting keep the limits for development', () => {
  const folder = stackFolder(join(mkdtempSync(join(tmpdir(), 'stack-')), '.stack'))
  makeFolders(folder)
  writeJson(folder.state, { config, brokers: 1, nodes: 1, copies: [], dataDir: '/data' })
  const setting = loadStackConfig({ WATCHPOST_STACK_SECURED_SERVERS: 'true' })
  expect(settleState(folder, setting, {}).isSecured).toBe(true)
  const environment = serviceEnvironment(folder, settleState(folder, config, {}))
  expect(environment.WATCHPOST_LOG_USERNAME).toBe('watchpost-{service}')
  expect(environment.WATCHPOST_APPLIANCE_FIRST_PASSWORD).toBe('kept')
})

test('other users of the machine can neither list a stack nor read its files', () => {
  const folder = knownFolder()
  writeServiceEnvironment(folder, settleState(folder, config, {}))
  // With the permissions of an earlier release.
  for (const each of [folder.root, folder.logs]) chmodSync(each, 0o755)
  mkdirSync(folder.run, { recursive: true })
  makeFolders(folder)
  const others = (path: string) => statSync(path).mode & 0o007
  const group = (path: string) => statSync(path).mode & 0o070
  for (const each of [folder.root, folder.logs, folder.run, folder.secrets, folder.environment, folder.state]) {
    expect([each, others(each)]).toEqual([each, 0])
  }
  // The servers' user may only pass through to the data.
  expect([0, 0o010]).toContain(group(folder.root))
  for (const each of [folder.logs, folder.run, folder.environment]) expect([each, group(each)]).toEqual([each, 0])
})
