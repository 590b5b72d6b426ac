import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@watchpost/servers'
import type { Report } from '../harness/report.ts'
import type { MetricsClient } from './metrics-client.ts'
import type { Netdata } from './receivers/netdata.ts'

const KEY = '7f3c1a52-9d0e-4a6b-8c21-5e4f6a7b8c9d'
const OTHER_KEY = '0b0a4c7e-35a1-4d0f-9a55-0f6e5d4c3b2a'
const WITHIN_SECONDS = 15
const OWN_CHARTS = ['watchpost.events', 'watchpost.lag', 'watchpost.roles', 'watchpost.memory', 'system.cpu']

export interface StreamedOptions {
  port: number
  /** A port where nothing listens. */
  closedPort: number
  /** How long the parent is down. */
  awayMs: number
}

/** Seconds since the newest value of a chart; undefined if it has none. */
async function ageOf(parent: Netdata, chart: string): Promise<number | undefined> {
  const { rows } = await parent.data(hostname(), chart, 60).catch(() => ({ rows: [] as number[][] }))
  const newest = rows.findLast((row) => row.slice(1).some((value) => value !== null))?.[0]
  return newest === undefined ? undefined : Date.now() / 1_000 - newest
}

const isCurrent = async (parent: Netdata): Promise<boolean> => {
  const host = (await parent.hosts()).find((each) => each.hostname === hostname())
  if (!host?.reachable) return false
  const ages = await Promise.all(OWN_CHARTS.map((chart) => ageOf(parent, chart)))
  return ages.every((age) => age !== undefined && age < 6)
}

async function secondsUntil(isTrue: () => Promise<boolean>, withinMs: number): Promise<number> {
  const from = Date.now()
  const isReached = await waitUntil(() => isTrue().catch(() => false), { withinMs })
  return isReached ? (Date.now() - from) / 1_000 : Number.POSITIVE_INFINITY
}

/**
 * A real parent shows the appliance and its values, loses it when the export is off, and gets it back after every
 * fault.
 */
export async function proveStreamed(
  client: MetricsClient,
  parent: Netdata,
  report: Report,
  { port, closedPort, awayMs }: StreamedOptions,
): Promise<void> {
  const target = { enabled: true, ip: '127.0.0.1', port, iface: 'lo', key: KEY }
  parent.allowKeys(KEY)
  await parent.start()

  await client.put(target)
  const shown = await secondsUntil(() => isCurrent(parent), 60_000)
  report.figure('shown_after_put_seconds', shown)
  report.check(
    'the parent shows current values of our charts within 15 s of the PUT',
    shown <= WITHIN_SECONDS,
    `${shown.toFixed(1)} s`,
  )
  const charts = await parent.charts(hostname())
  report.figure('charts_at_parent', charts.length)
  const tried = await client.test()
  report.check(
    'a test during the stream goes well',
    tried.ok,
    tried.steps.map(({ step, ok }) => `${step} ${ok}`).join(', '),
  )

  await client.put({ enabled: false })
  const gone = await secondsUntil(async () => {
    const host = (await parent.hosts()).find((each) => each.hostname === hostname())
    return host !== undefined && !host.reachable
  }, 60_000)
  report.check(
    'after disabling, the host is unreachable there within 15 s',
    gone <= WITHIN_SECONDS,
    `${gone.toFixed(1)} s`,
  )
  const age = (await ageOf(parent, 'watchpost.memory')) ?? 0
  await sleep(5_000)
  const later = (await ageOf(parent, 'watchpost.memory')) ?? Number.POSITIVE_INFINITY
  report.check('and no new values come', later > age + 4, `newest value ${later.toFixed(0)} s old`)

  for (const [words, change, reason] of [
    ['a wrong key', { key: OTHER_KEY }, 'wrong_key'],
    ['a port where nothing listens', { port: closedPort }, 'refused'],
  ] as const) {
    await client.put({ ...target, ...change })
    await client.until(({ last_error }) => last_error !== null, 30_000)
    const { state } = await client.read()
    report.check(`${words} is told apart`, state.last_error?.reason === reason, state.last_error?.message ?? '')
  }

  await client.put(target)
  await client.until(({ status }) => status === 'streaming', 30_000)
  await parent.stop()
  await client.until(({ status }) => status !== 'streaming', 30_000)
  await parent.start()
  const restarted = await secondsUntil(() => isCurrent(parent), 60_000)
  report.check('a parent that was restarted has it back', restarted < 60, `${restarted.toFixed(1)} s`)

  await parent.stop()
  report.step(`the parent is away for ${awayMs / 1_000} s`)
  await sleep(awayMs)
  await parent.start()
  const back = await secondsUntil(() => isCurrent(parent), 60_000)
  report.figure('back_after_long_absence_seconds', back)
  report.check('so does one that was away for long', back < 60, `${back.toFixed(1)} s`)

  parent.allowKeys(OTHER_KEY)
  await parent.stop()
  await parent.start()
  await client.until(({ last_error }) => last_error?.reason === 'wrong_key', 60_000)
  await client.put({ ...target, key: OTHER_KEY })
  const rekeyed = await secondsUntil(() => isCurrent(parent), 60_000)
  report.check('with the key changed at both ends it streams again', rekeyed < 60, `${rekeyed.toFixed(1)} s`)
}
