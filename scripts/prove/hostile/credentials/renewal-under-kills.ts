import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyPair } from '@watchpost/pki'
import { waitUntil } from '@watchpost/servers'
import type { Store } from '@watchpost/store'
import type { ApiClient } from '../../harness/api-client.ts'
import { createChance } from '../../harness/chance.ts'
import { ALL_INDEXES } from '../../harness/judge.ts'
import { startEveWriter } from '../../probes/agents/eve-writer.ts'
import { compareLines } from '../../probes/found-lines.ts'
import type { ProbeClient } from '../../probes/probe-client.ts'
import type { Report } from '../../harness/report.ts'
import { createAgentHost } from './agent-host.ts'
import { type KillPoint, killAgain } from './kill-points.ts'
import { countCertificates } from './live-certificates.ts'
import { makeSensors, type Sensor } from './make-sensors.ts'

export interface RenewalOptions {
  store: Store
  authority: KeyPair
  api: ApiClient
  probes: ProbeClient
  report: Report
  dir: string
  url: string
  seed: number
  minutes: number
  sensors: number
  /** The number of processes that run them. */
  hosts: number
  perSecond: number
  /** The minimum number of renewals and kills in total. */
  renewals: number
  kills: number
  /** The time between two kills of one process. */
  gapMs: number
}

const PATIENCE_MS = 1_800_000
const CAUGHT_UP_WITHIN_MS = 300_000
const SAMPLE_MS = 1_000

/** Agents that send continuously are killed at every point of their renewals. */
export async function proveRenewalUnderKills(options: RenewalOptions): Promise<void> {
  const { store, authority, api, report, dir, url, seed, minutes } = options
  mkdirSync(dir, { recursive: true })
  report.step(`${options.sensors} agents are made`)
  const wish = { dir, name: 'renewed', count: options.sensors, url, minutes, ageMinutes: minutes / 2 }
  const sensors = await makeSensors(store, authority, wish)
  const ids = sensors.map(({ id }) => id)
  const hosts = groupsOf(sensors, options.hosts).map((group, turn) =>
    createAgentHost(group, join(dir, `host-${turn}.log`)),
  )
  const writer = startEveWriter({
    files: sensors.map(({ eve, digests }, turn) => ({ eve, digests, number: turn + 1 })),
    seed,
    atLeast: options.perSecond,
    perSecond: options.perSecond,
    rotations: 0,
  })
  const kills = new Map<KillPoint, number>()
  const killed = () => [...kills.values()].reduce((sum, count) => sum + count, 0)
  const stop = new AbortController()
  let mostLive = 0
  let renewals = 0
  try {
    await Promise.all(hosts.map((host) => host.start()))
    const killing = hosts.map((host, turn) =>
      killAgain(host, createChance(seed + turn), {
        // Two hosts cover every point with three kills each.
        first: turn * 3,
        gapMs: options.gapMs,
        stop: stop.signal,
        killed: (point) => void kills.set(point, (kills.get(point) ?? 0) + 1),
      }),
    )
    const failed = Promise.all(killing)
    failed.catch(() => undefined)
    await waitUntil(
      async () => {
        const counts = await countCertificates(store, ids)
        mostLive = Math.max(mostLive, counts.mostLive)
        renewals = counts.issued - ids.length
        return renewals >= options.renewals && killed() >= options.kills
      },
      { withinMs: PATIENCE_MS, everyMs: SAMPLE_MS },
    )
    stop.abort()
    await failed
    report.step(`${renewals} renewals, ${killed()} kills: the rest is sent`)
    const { lines } = await writer.finish()
    const stored = () => api.count(ALL_INDEXES, { query: { range: { 'probe.id': { gte: ids[0], lte: ids.at(-1) } } } })
    await waitUntil(async () => (await stored()) >= lines, { withinMs: CAUGHT_UP_WITHIN_MS, everyMs: SAMPLE_MS })
    report.figure('credentials_renewals', renewals)
    report.figure('credentials_kills', killed())
    for (const [point, count] of kills) report.figure(`credentials_kills, ${point}`, count)
    report.check(
      'agents are renewed and killed as often as wanted',
      renewals >= options.renewals && killed() >= options.kills,
      `${renewals} renewals, ${killed()} kills of ${options.hosts} processes`,
    )
    await judge(options, sensors, lines)
    report.check('a probe never has more than two live certificates', mostLive <= 2, `${mostLive} at most`)
  } finally {
    stop.abort()
    writer.kill()
    await Promise.all(hosts.map((host) => host.stop()))
  }
}

async function judge(
  { api, probes, report }: RenewalOptions,
  sensors: readonly Sensor[],
  lines: number,
): Promise<void> {
  const sums = { found: 0, missing: 0, surplus: 0 }
  for (const { id, digests } of sensors) {
    const { found, missing, surplus } = await compareLines(api, id, digests)
    sums.found += found
    sums.missing += missing
    sums.surplus += surplus
  }
  report.check(
    'kills between request, save and use lose nothing and repeat nothing',
    sums.found === lines && sums.missing + sums.surplus === 0,
    `${sums.found} of ${lines}, ${sums.missing} missing, ${sums.surplus} too many`,
  )
  // A connected agent reports every ten seconds, and its last report is stored every fifteen.
  const judgedAt = Date.now()
  await sleep(30_000)
  const own = (await probes.list()).filter(({ id }) => sensors.some((sensor) => sensor.id === id))
  const out = own.filter((each) => !each.is_paired || Date.parse(each.last_seen_at ?? '1970-01-01') < judgedAt)
  report.check(
    'no agent is locked out',
    own.length === sensors.length && out.length === 0,
    `${out.length} of ${own.length}`,
  )
  const alarmed = own.filter(({ clone_alarms: alarms }) => alarms.length > 0)
  const reasons = alarmed.map(({ id, clone_alarms: alarms }) => `${id} ${alarms.map(({ reason }) => reason).join()}`)
  report.check('no honest agent raises an alarm', alarmed.length === 0, reasons.join('; '))
}

function groupsOf<T>(all: readonly T[], groups: number): T[][] {
  return Array.from({ length: groups }, (_, group) => all.filter((_each, turn) => turn % groups === group))
}
