import { testOrigin, testSecrets } from '@watchpost/testkit/test-secrets'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { createMetricsExportStore } from './metrics-export-store.ts'

const target = { ip: '192.0.2.20', port: 19_999, iface: 'eth0' }
const key = '7f3c1a52-9d0e-4a6b-8c21-5e4f6a7b8c9d'

async function anExport() {
  const { store, ...rest } = await testStore()
  const secrets = await testSecrets(store)
  return {
    store,
    exports: createMetricsExportStore(store, secrets.secrets),
    async [Symbol.asyncDispose]() {
      secrets[Symbol.dispose]()
      await rest[Symbol.asyncDispose]()
    },
  }
}

test('starts disabled, audits each change and keeps the key sealed', async () => {
  await using made = await anExport()
  const { exports, store } = made
  const first = await exports.read()
  expect(first).toMatchObject({ version: 1, target: null, machineGuid: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect(await exports.change(testOrigin, { target, key })).toMatchObject({ version: 2, target })
  expect(await exports.readKey()).toBe(key)
  expect(await exports.change(testOrigin, null)).toMatchObject({
    version: 3,
    target: null,
    machineGuid: first.machineGuid,
  })
  expect(await exports.readKey()).toBeUndefined()
  expect(await exports.change(testOrigin, null)).toMatchObject({ version: 3 })
  const audit = await store.db.selectFrom('audit').select(['action', 'before', 'after']).orderBy('id').execute()
  expect(audit.filter(({ action }) => action.startsWith('metrics-export'))).toEqual([
    { action: 'metrics-export.set', before: null, after: target },
    { action: 'metrics-export.disable', before: target, after: null },
  ])
  expect(JSON.stringify(audit)).not.toContain(key)
})

test('returns the newest report', async () => {
  await using made = await anExport()
  const { exports } = made
  expect(await exports.reported()).toBeUndefined()
  await exports.report(1, { status: 'connecting' })
  await exports.report(2, { status: 'streaming' })
  expect(await exports.reported()).toMatchObject({
    version: 2,
    state: { status: 'streaming' },
    ageSeconds: expect.any(Number),
  })
})
