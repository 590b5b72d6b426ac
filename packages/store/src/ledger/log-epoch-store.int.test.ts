import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { createLedgerStore } from './ledger-store.ts'
import { createLedgerView } from './ledger-view.ts'
import { createProbeStore } from '../probes/probe-store.ts'
import { createLogEpochStore } from './log-epoch-store.ts'

test('gives a topic one epoch, also for concurrent callers, and a new topic a higher one', async () => {
  await using test = await testStore()
  const epochs = createLogEpochStore(test.store)
  expect(await epochs.newest()).toBeUndefined()
  const [x, y] = [randomUUID(), randomUUID()]
  const learned = await Promise.all(Array.from({ length: 8 }, () => epochs.learn(x)))
  const [first] = learned
  expect(new Set(learned.map(({ epoch }) => epoch)).size).toBe(1)
  expect(learned.filter(({ begun }) => begun)).toHaveLength(1)
  expect(first).toMatchObject({ topicId: x, isFirst: true })
  // Epochs are seconds since 1970, so that a restored database does not reuse one.
  expect(Math.abs((first?.epoch ?? 0) - Date.now() / 1_000)).toBeLessThan(60)
  expect(await epochs.newest()).toMatchObject({ epoch: first?.epoch, topicId: x, isFirst: true })

  const second = await epochs.learn(y)
  expect(second.epoch).toBeGreaterThan(first?.epoch ?? 0)
  expect(second).toMatchObject({ topicId: y, isFirst: false, begun: { lostEvents: 0 } })
  expect(await epochs.learn(y)).toMatchObject({ epoch: second.epoch, isFirst: false })
  expect((await epochs.newest())?.ageMs).toBeGreaterThanOrEqual(0)
  // A topic that was restored from a backup of the brokers is a new log: its offsets were used before.
  const third = await epochs.learn(x)
  expect(third.epoch).toBeGreaterThan(second.epoch)
})

test('never repeats or lowers an epoch after the clock was set back', async () => {
  await using test = await testStore()
  const epochs = createLogEpochStore(test.store)
  await sql`insert into log_epoch (epoch, topic_id) values (9999999999, ${randomUUID()}::uuid)`.execute(test.store.db)
  expect((await epochs.learn(randomUUID())).epoch).toBe(10_000_000_000)
})

test('expires received events that were not stored in the old log, unless they are stored later', async () => {
  await using test = await testStore()
  const { store } = test
  const epochs = createLogEpochStore(store)
  const ledger = createLedgerStore(store)
  const notAfter = new Date(Date.now() + 86_400_000)
  await createProbeStore(store).add({ id: 7, fqdn: 'p7.example', fingerprint: new Uint8Array(32).fill(7), notAfter })
  const key = { probeId: 7, stream: 'a'.repeat(32) }
  await epochs.learn(randomUUID())
  await ledger.enter([{ ...key, received: [[0, 99]], indexed: [[0, 59]], dead: [[60, 61]] }])
  const view = createLedgerView(store)
  expect(await view.sums()).toMatchObject({ waiting: 38, expired: 0 })
  expect(await epochs.learn(randomUUID())).toMatchObject({ begun: { lostEvents: 38 } })
  expect(await view.sums()).toMatchObject({ waiting: 0, expired: 38, indexed: 60 })
  await ledger.enter([{ ...key, indexed: [[62, 69]] }])
  expect(await view.sums()).toMatchObject({ waiting: 0, expired: 30, indexed: 68 })
})
