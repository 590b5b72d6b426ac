import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Admin } from '@platformatic/kafka'
import { ensureTopics, LogConfig, topicNames } from '@watchpost/log'
import { EPOCH_CLOSED_MS } from '@watchpost/model'
import { loadConfig } from '@watchpost/runtime'
import { waitUntil } from '@watchpost/servers'
import { Type } from 'typebox'
import { linesOf } from '../harness/lines-of.ts'
import { brokersOf, createEventGroup } from '../path/lag/event-group.ts'
import type { Stack } from '../../stack/stack.ts'
import type { ArrivalOptions } from './arrival.ts'
import { type Collected, collect } from './collectors.ts'
import { type Asker, nextOf } from './http.ts'
import { readAlerts } from './oracle-alerts.ts'

const SENT = ['--alert-share=100%', '--late=10%', '--resend=5%', '--hours=3']
/** From then on the new epoch is open, also on a busy machine. */
const OPEN_AFTER_MS = EPOCH_CLOSED_MS + 10_000
const SETTLED_WITHIN_MS = 180_000
const COUNTED_WITHIN_MS = 180_000

/**
 * Deletes and recreates the events topic while alerts arrive. Everything read before the loss is stored. Collectors
 * that started before, during and after it get each stored alert once, and clusters count each once.
 */
export async function checkNewLog(options: ArrivalOptions): Promise<void> {
  const { report, proof, asker, bases, load, seed, events, rate } = options
  const { stack } = proof
  const [base = ''] = bases
  const done = new AbortController()
  const throughout = collect(asker, bases, 1, done.signal)

  await load.send(seed, events, SENT)
  report.check('the indexers read the first log to its end', await untilRead(stack, events), `${events} events`)
  const halfway = await firstPages(asker, base, Math.floor(events / 3))

  const sending = load.send(seed + 1, events, [...SENT, `--rate=${rate}`])
  sending.catch(() => undefined)
  await sleep(2_000)
  report.step('the topic is deleted and created again')
  await recreateTopic(stack)
  const recreatedAt = Date.now()
  const goingOn = collect(asker, bases, 2, done.signal, halfway.next)
  const fromTheStart = collect(asker, bases, 3, done.signal)
  await sending
  await load.send(seed + 2, events, SENT)
  report.check('the indexers read the new log to its end', await untilRead(stack, events), `${events} events and more`)
  await sleep(Math.max(0, recreatedAt + OPEN_AFTER_MS - Date.now()))
  done.abort()

  const collected = [await throughout, joined(halfway, await goingOn), await fromTheStart]
  const stored = (await asker.all<{ uuid: string }>(base, '/api/alerts?limit=10000')).map(({ uuid }) => uuid)
  report.figure('alerts_stored_over_two_logs', stored.length)
  await checkStored(options, new Set(stored))
  for (const [at, each] of collected.entries()) checkOne(options, at + 1, each, stored)
  const counted = await untilClustersCount(asker, base, stored.length)
  report.check('clusters count every stored alert once', counted === stored.length, `${counted} of ${stored.length}`)
  report.check('no partition counts as stalled', (await linesWith(stack, 'partition stalled')) === 0)
}

/** Events acknowledged while the log was lost may be lost with it; earlier and later ones may not. */
async function checkStored({ report, load, seed }: ArrivalOptions, stored: ReadonlySet<string>): Promise<void> {
  const missingOf = async (of: number) => {
    const alerts = await readAlerts(load.oracles().filter((path) => path.endsWith(`seed-${of}.ndjson`)))
    return { sent: alerts.length, missing: alerts.filter(({ uuid }) => !stored.has(uuid)).length }
  }
  const [before, during, after] = [await missingOf(seed), await missingOf(seed + 1), await missingOf(seed + 2)]
  report.check(
    'every alert that was sent before and after the log was lost is stored',
    before.missing === 0 && after.missing === 0,
    `${before.missing} of ${before.sent} and ${after.missing} of ${after.sent} missing`,
  )
  report.check(
    'of those sent at that moment, what was sent to the new log is stored',
    during.missing < during.sent,
    `${during.missing} of ${during.sent} went with the old one`,
  )
}

function checkOne({ report }: ArrivalOptions, number: number, { uuids, refused }: Collected, stored: string[]): void {
  const distinct = new Set(uuids)
  const missing = stored.filter((uuid) => !distinct.has(uuid))
  report.check(
    `collector ${number}: every stored alert once over both logs, none missing`,
    missing.length === 0 && uuids.length === distinct.size && distinct.size === stored.length,
    `${distinct.size} of ${stored.length}, ${uuids.length - distinct.size} twice, ${missing.length} missing, ${refused} failed requests${missing.length > 0 ? `: ${missing.slice(0, 3).join(' ')}` : ''}`,
  )
}

/** Reads the first pages of a collector; returns them with the link to continue. */
async function firstPages(asker: Asker, base: string, atLeast: number): Promise<Collected & { next: string }> {
  const uuids: string[] = []
  let next = '/api/alerts?order=arrival&wait=5s&limit=150'
  while (uuids.length < atLeast) {
    const answer = await asker.ask<{ uuid: string }[]>(base, next)
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    uuids.push(...answer.body.map(({ uuid }) => uuid))
    next = nextOf(answer) ?? next
  }
  return { uuids, refused: 0, next }
}

function joined(first: Collected, rest: Collected): Collected {
  return { uuids: [...first.uuids, ...rest.uuids], refused: first.refused + rest.refused }
}

/** As in a real loss, the services are not notified. */
async function recreateTopic(stack: Stack): Promise<void> {
  const { log } = loadConfig(Type.Object({ log: LogConfig }), {
    ...process.env,
    WATCHPOST_CONFIG_FILE: stack.folder.environment,
  })
  const admin = new Admin({ ...brokersOf(stack), clientId: 'proof-new-log', retries: 5, retryDelay: 250 })
  const { events } = topicNames(log)
  await admin.deleteTopics({ topics: [events] })
  const isGone = await waitUntil(async () => !(await admin.listTopics()).includes(events), { withinMs: 30_000 })
  await admin.close()
  if (!isGone) throw new Error('the topic is still there')
  await ensureTopics(log)
}

/** Waits until the group has read every partition to its end, in a log with at least this many records. */
async function untilRead(stack: Stack, atLeast: number): Promise<boolean> {
  const group = createEventGroup(stack)
  const isRead = async () => {
    const lags = await group.lags().catch(() => [])
    const end = lags.reduce((sum, each) => sum + each.end, 0)
    return end >= atLeast && lags.every(({ lag }) => lag === 0)
  }
  try {
    return await waitUntil(isRead, { withinMs: SETTLED_WITHIN_MS, everyMs: 500 })
  } finally {
    await group.close()
  }
}

async function untilClustersCount(asker: Asker, base: string, alerts: number): Promise<number> {
  let counted = 0
  const isCounted = async () => {
    const rows = await asker.all<{ number_alerts: number }>(base, '/api/alerts/clusters?frequency=day&limit=10000')
    counted = rows.reduce((sum, { number_alerts }) => sum + number_alerts, 0)
    return counted === alerts
  }
  await waitUntil(isCounted, { withinMs: COUNTED_WITHIN_MS, everyMs: 1_000 })
  return counted
}

async function linesWith({ folder }: Stack, text: string): Promise<number> {
  let count = 0
  for (const file of readdirSync(folder.logs).filter((name) => name.startsWith('indexer'))) {
    for await (const line of linesOf(join(folder.logs, file))) if (line.includes(text)) count++
  }
  return count
}
