import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger, createMetrics } from '@watchpost/runtime'
import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AuditOrigin } from '../audit/audit-store.ts'
import { connectStore, type Store } from '../database/connect-store.ts'
import { createSettingStore } from './setting-store.ts'
import { createSettingWatch } from './setting-watch.ts'

const origin: AuditOrigin = {
  accountId: 1,
  username: 'ada',
  via: 'token',
  credentialPrefix: '0a1b2c3d',
  address: '192.0.2.7',
  requestId: 'r-1',
}

/** Two example settings; the contract package defines the real ones. */
const from = (stored: ReadonlyMap<string, unknown>) => ({
  session_age_seconds: Number(stored.get('session_age_seconds') ?? 1),
  retention_days: Number(stored.get('retention_days') ?? 30),
})
const audits = ({ db }: Store) => db.selectFrom('audit').select(['action', 'object', 'before', 'after']).execute()

test('stores a change with its audit row and raises the version', async () => {
  await using test = await testStore()
  const settings = createSettingStore(test.store, from)
  expect(await settings.read()).toEqual({
    version: 1,
    settings: { session_age_seconds: 28_800, retention_days: 30 },
  })
  const changed = await settings.change(origin, { retention_days: 90, session_age_seconds: 300 })
  expect(changed).toEqual({ version: 3, settings: { session_age_seconds: 300, retention_days: 90 } })
  expect(await settings.read()).toEqual(changed)
  expect(await audits(test.store)).toEqual([
    {
      action: 'setting.change',
      object: 'settings',
      before: { retention_days: 30, session_age_seconds: 28_800 },
      after: { retention_days: 90, session_age_seconds: 300 },
    },
  ])
})

test('does not store or audit a change without an effect', async () => {
  await using test = await testStore()
  const settings = createSettingStore(test.store, from)
  expect(await settings.change(origin, { retention_days: 30 })).toMatchObject({ version: 1 })
  expect(await settings.change(origin, {})).toMatchObject({ version: 1 })
  expect(await audits(test.store)).toEqual([])
})

test('accepts one of twenty concurrent changes to the same version', async () => {
  await using test = await testStore()
  const settings = createSettingStore(test.store, from)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => settings.change(origin, { retention_days: 100 + index }, 1)),
  )
  expect(answers.filter((each) => each !== 'changed-meanwhile')).toHaveLength(1)
  expect(await audits(test.store)).toHaveLength(1)
})

test.each([
  ['session_age_seconds', '299'],
  ['session_max_days', '31'],
  ['cookie_idle_minutes', '1441'],
  ['retention_days', '0'],
  ['retention_days', '"30"'],
  ['disk_limit_percent', '99'],
  ['probe_silent_seconds', '29'],
  ['clock_ahead_minutes', '0'],
  ['oldest_event_days', '3651'],
])('%s = %s is also rejected by the table', async (name, value) => {
  await using test = await testStore()
  await sql`delete from setting`.execute(test.store.db)
  const insert = test.store.db.insertInto('setting').values({ name, value }).execute()
  await expect(insert).rejects.toThrow(/setting_\w+_check|invalid input/)
})

test('notifies the watch of another connection of a change within 2 seconds', async () => {
  await using test = await testStore()
  const other = connectStore(test.config, 'other')
  const metrics = createMetrics('test')
  const watch = createSettingWatch(createSettingStore(other, from), { logger: createLogger('test', 'silent'), metrics })
  await watch.start()
  try {
    const worst: number[] = []
    for (const days of [10, 20, 40]) {
      await createSettingStore(test.store, from).change(origin, { retention_days: days })
      const changedAt = performance.now()
      while (watch.newest()?.retention_days !== days) await sleep(5)
      worst.push(performance.now() - changedAt)
    }
    expect(Math.max(...worst)).toBeLessThan(2_000)
    expect(await metrics.text()).toMatch(/^watchpost_settings_version(\{[^}]*\})? 4$/m)
  } finally {
    watch.stop()
    await other.close()
    await metrics.stop()
  }
})

test('keeps the last known settings without the store, and reports their age', async () => {
  await using test = await testStore()
  const other = connectStore(test.config, 'other')
  const metrics = createMetrics('test')
  const lines: string[] = []
  const note = (_: unknown, message?: string) => void lines.push(message ?? '')
  const watch = createSettingWatch(createSettingStore(other, from), { logger: { info: note, warn: note }, metrics })
  await watch.start()
  try {
    // Make the table unavailable.
    await sql`alter table setting rename to hidden`.execute(test.store.db)
    await expect.poll(() => lines, { timeout: 5_000 }).toEqual(['not watched at the moment'])
    expect((await watch.read()).retention_days).toBe(30)
    const age = Number(/^watchpost_settings_age_seconds(?:\{[^}]*\})? ([\d.]+)$/m.exec(await metrics.text())?.[1])
    expect(age).toBeGreaterThan(0.9)

    await sql`alter table hidden rename to setting`.execute(test.store.db)
    await createSettingStore(test.store, from).change(origin, { retention_days: 7 })
    await expect.poll(async () => (await watch.read()).retention_days, { timeout: 5_000 }).toBe(7)
    expect(lines).toEqual(['not watched at the moment', 'settings changed', 'watched again'])
  } finally {
    watch.stop()
    await other.close()
    await metrics.stop()
  }
})

test('reads the store on first use, and fails if it is unavailable', async () => {
  await using test = await testStore()
  const settings = createSettingStore(test.store, from)
  const logger = createLogger('test', 'silent')
  const metrics = createMetrics('test')
  const watch = createSettingWatch(settings, { logger, metrics })
  expect(watch.newest()).toBeUndefined()
  expect((await watch.read()).retention_days).toBe(30)
  const blind = createSettingWatch({ read: () => Promise.reject(new Error('away')) }, { logger, metrics })
  await blind.start()
  await expect(blind.read()).rejects.toThrow('away')
  blind.stop()
  await metrics.stop()
})
