import { setTimeout } from 'node:timers/promises'
import { testOrigin, testSecrets } from '@watchpost/testkit/test-secrets'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { createExportCursorStore } from './export-cursor-store.ts'
import { createExportStateStore } from './export-state-store.ts'
import { createSyslogExportStore, type NewExportCertificate } from './syslog-export-store.ts'

interface General {
  hostname: string
  port: number
}
interface Filters {
  protocols: string[]
}
const readers = {
  general: (value: unknown) => value as General,
  filters: (value: unknown) => ({ protocols: [], ...(value as object) }) as Filters,
  nameAudit: ({ protocols }: Filters) => protocols.includes('audit'),
}
const general = { hostname: 'siem.example.org', port: 6_514 }
const certificate: NewExportCertificate = {
  chainPem: 'chain',
  keyPem: '-----BEGIN PRIVATE KEY-----',
  fingerprint: 'ab',
  notAfter: new Date('2027-01-01T00:00:00Z'),
  caPem: null,
  serverName: null,
  isVerified: true,
}

async function someExports() {
  const { store, ...rest } = await testStore()
  const secrets = await testSecrets(store)
  const exports = createSyslogExportStore<General, Filters>(store, secrets.secrets, readers)
  return {
    store,
    exports,
    async [Symbol.asyncDispose]() {
      secrets[Symbol.dispose]()
      await rest[Symbol.asyncDispose]()
    },
  }
}

test('creates an export from a general part, needs one for other parts, and audits each change once', async () => {
  await using made = await someExports()
  const { exports, store } = made
  expect(await exports.change(testOrigin, 4, { filters: { protocols: ['dns'] } }, true)).toBe('absent')
  expect(await exports.change(testOrigin, 4, { general }, true)).toBe('created')
  expect(await exports.change(testOrigin, 4, { general }, true)).toBe('changed')
  expect(await exports.change(testOrigin, 4, { filters: { protocols: ['dns'] } }, true)).toBe('changed')
  expect(await exports.find(4)).toMatchObject({
    version: 2,
    general,
    filters: { protocols: ['dns'] },
    certificate: null,
  })
  const audit = await store.db.selectFrom('audit').select(['action', 'object']).orderBy('id').execute()
  expect(audit.filter(({ object }) => object === 'syslog-export/4').map(({ action }) => action)).toEqual([
    'export.create',
    'export.set-filters',
  ])
})

test('seals a private key, removes it with its certificate and keeps it out of the audit', async () => {
  await using made = await someExports()
  const { exports, store } = made
  await exports.change(testOrigin, 1, { general, certificate }, true)
  expect(await exports.readKey(1)).toBe(certificate.keyPem)
  const { keyPem: _, ...shown } = certificate
  expect(await exports.find(1)).toMatchObject({ certificate: shown })
  const sealed = await store.db
    .selectFrom('sealed_secret')
    .select('ciphertext')
    .where('name', '=', 'export-key/1')
    .execute()
  expect(sealed[0]?.ciphertext.toString('latin1')).not.toContain('PRIVATE KEY')
  const audit = await store.db.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify(audit)).not.toContain('PRIVATE KEY')
  await exports.change(testOrigin, 1, { certificate: null }, true)
  expect(await exports.readKey(1)).toBeUndefined()
})

test('removes the key, the cursor and the state with an export', async () => {
  await using made = await someExports()
  const { exports, store } = made
  const cursors = createExportCursorStore(store)
  const states = createExportStateStore(store)
  await exports.change(testOrigin, 1, { general, certificate }, true)
  const cursor = {
    epoch: 1_794_906_000,
    positions: new Map([[0, 7]]),
    auditNext: null,
    passed: Buffer.from('x'),
    receivedAt: new Date(),
    replayNumber: 0,
  }
  expect(await cursors.save(1, cursor, 0)).toBe(1)
  await states.report(new Map([[1, { status: 'connected' }]]))
  expect(await exports.remove(testOrigin, 1, true)).toBe('removed')
  expect(await exports.remove(testOrigin, 1, true)).toBe('absent')
  expect(await cursors.read(1)).toBe('absent')
  expect(await exports.readKey(1)).toBeUndefined()
  expect((await states.list()).size).toBe(0)
  expect(await cursors.save(1, cursor, 0)).toBe('moved')
})

test('rejects a cursor based on an outdated version, and numbers replay requests', async () => {
  await using made = await someExports()
  const { exports, store } = made
  const cursors = createExportCursorStore(store)
  await exports.change(testOrigin, 1, { general }, true)
  const cursor = {
    epoch: 1_794_906_000,
    positions: new Map([[0, 7]]),
    auditNext: null,
    passed: Buffer.alloc(0),
    receivedAt: new Date(),
    replayNumber: 0,
  }
  expect(await cursors.save(1, cursor, 0)).toBe(1)
  expect(await cursors.save(1, cursor, 0)).toBe('moved')
  expect(await cursors.save(1, { ...cursor, epoch: 1_794_906_001, positions: new Map([[0, 9]]) }, 1)).toBe(2)
  expect(await cursors.save(1, cursor, 1)).toBe('moved')
  expect(await cursors.read(1)).toMatchObject({
    epoch: 1_794_906_001,
    positions: new Map([[0, 9]]),
    version: 2,
    receivedAt: cursor.receivedAt,
  })
  const from = new Date('2026-11-14T08:00:00Z')
  await exports.change(testOrigin, 1, { replayFrom: from }, true)
  expect(await exports.find(1)).toMatchObject({ replayNumber: 1, replayFrom: from })
})

test('withholds exports of the audit from users who may not export it', async () => {
  await using made = await someExports()
  const { exports, store } = made
  const audit = { filters: { protocols: ['audit'] } }
  expect(await exports.change(testOrigin, 1, { general, ...audit }, false)).toBe('withheld')
  expect(await exports.find(1)).toBe('absent')
  await exports.change(testOrigin, 1, { general }, false)
  expect(await exports.change(testOrigin, 1, audit, false)).toBe('withheld')
  expect(await exports.change(testOrigin, 1, audit, true)).toBe('changed')
  const before = await store.db.selectFrom('audit').select('id').execute()
  for (const changes of [{ general: { ...general, port: 601 } }, { filters: { protocols: [] } }, { certificate: null }])
    expect(await exports.change(testOrigin, 1, changes, false)).toBe('withheld')
  expect(await exports.remove(testOrigin, 1, false)).toBe('withheld')
  expect(await store.db.selectFrom('audit').select('id').execute()).toEqual(before)
  expect(await exports.remove(testOrigin, 1, true)).toBe('removed')
})

test('exports the audit from the row that enables it, or from a time', async () => {
  await using made = await someExports()
  const { exports, store } = made
  const cursors = createExportCursorStore(store)
  const named = { filters: { protocols: ['audit'] } }
  const auditFrom = async () => {
    const found = await exports.find(1)
    return found === 'absent' ? found : found.auditFrom
  }
  const rowOf = async (action: string) =>
    (await store.db.selectFrom('audit').select('id').where('action', '=', action).orderBy('id', 'desc').execute())[0]
      ?.id
  await exports.change(testOrigin, 1, { general }, true)
  expect(await auditFrom()).toBeNull()
  // A Date has no microseconds: make sure that the rows so far are from an earlier millisecond.
  await setTimeout(5)
  const beginning = new Date()
  await exports.change(testOrigin, 1, named, true)
  const first = await rowOf('export.set-filters')
  expect(await auditFrom()).toBe(first)
  await exports.change(testOrigin, 1, { filters: { protocols: ['audit', 'dns'] } }, true)
  expect(await auditFrom()).toBe(first)
  const cursor = {
    epoch: 1_794_906_000,
    positions: new Map(),
    auditNext: 7,
    passed: Buffer.alloc(0),
    receivedAt: new Date(),
    replayNumber: 0,
  }
  await cursors.save(1, cursor, 0)
  expect(await cursors.save(1, { ...cursor, auditNext: 9 }, 1)).toBe(2)
  expect(await cursors.read(1)).toMatchObject({ auditNext: 9 })
  await exports.change(testOrigin, 1, { filters: { protocols: [] } }, true)
  expect(await auditFrom()).toBeNull()
  await exports.change(testOrigin, 1, named, true)
  expect(await auditFrom()).toBe(await rowOf('export.set-filters'))
  await exports.change(testOrigin, 1, { replayFrom: beginning }, true)
  expect(await auditFrom()).toBe(first)
  await exports.change(testOrigin, 1, { replayFrom: new Date(0) }, true)
  expect(await auditFrom()).toBe(1)
})

test('stores reported states together and skips those of deleted exports', async () => {
  await using made = await someExports()
  const { exports, store } = made
  const states = createExportStateStore(store)
  await exports.change(testOrigin, 1, { general }, true)
  await states.report(new Map([[1, { lag_events: 1 }]]))
  await states.report(
    new Map([
      [1, { lag_events: 2 }],
      [99, { lag_events: 3 }],
    ]),
  )
  const listed = await states.list()
  expect([...listed.keys()]).toEqual([1])
  expect(listed.get(1)?.state).toEqual({ lag_events: 2 })
  expect(listed.get(1)?.ageSeconds).toBeLessThan(5)
})
