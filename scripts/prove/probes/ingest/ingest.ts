import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { KINDS } from '../../../../apps/simulate/src/generate/mix.ts'
import { connectToStore } from '../../connect-to-store.ts'
import { engineUrl, type ProofStack } from '../../proof-stack.ts'
import { quantile } from '../../quantile.ts'
import type { Report } from '../../report.ts'
import { type Agent, createAgent, enrolAgent } from '../agent.ts'
import { type FleetProbe, makeFleet } from '../fleet.ts'
import type { ProbeClient } from '../probe-client.ts'
import { readStackAuthority } from '../stack-authority.ts'
import { bulkBodies, writeBare } from './bare-bulk.ts'
import { measureFreshness } from './freshness.ts'
import { createLikeOurs, removeIndex, searchable } from './like-ours.ts'
import { startRsyslog } from './rsyslog.ts'
import { perEvent, stageTimes } from '../../stage-times.ts'
import { writeLines } from './write-lines.ts'

const AGENTS = 4
const ASKED_RATIO = 0.45
const ALLOWED_BEYOND_REFRESH_S = 1
const LOOK_EVERY_MS = 100
const PATIENCE_MS = 900_000
const UNLIMITED = 1_000_000
const FIRST_ID = 30_001
/** All of these are stored in one index, so that one index is what is compared. */
const OTHER_INDEXES = ['malware', 'shellcode', 'powershell']

export interface IngestOptions {
  dir: string
  gateway: string
  events: number
  turns: number
  seed: number
  freshSeconds: number
}

interface Turn {
  perSecond: number
  /** Processor time by stage, microseconds an event. */
  stages: Record<string, number>
}

/**
 * What the whole path costs beside the least that could be done with the same events, in turns within one run: bulk
 * requests that are ready to send, our agents, and rsyslog that follows the same files.
 */
export async function proveIngest(
  proof: ProofStack,
  probes: ProbeClient,
  report: Report,
  { dir, gateway, events, turns, seed, freshSeconds }: IngestOptions,
): Promise<void> {
  execFileSync(join(import.meta.dirname, '..', 'install-sensor'), { stdio: 'inherit' })
  const folder = join(dir, 'ingest')
  mkdirSync(folder, { recursive: true })
  const kinds = KINDS.filter((kind) => !OTHER_INDEXES.includes(kind))
  const files = Array.from({ length: AGENTS }, (_, turn) => join(folder, `lines-${turn}.ndjson`))
  for (const [turn, file] of files.entries())
    writeLines(file, { number: turn + 1, count: events / AGENTS, seed, kinds })
  const bodies = (await Promise.all(files.map((file, turn) => bulkBodies(file, String(turn).padStart(32, '0'))))).flat()

  const results: Record<'bare' | 'path' | 'rsyslog', Turn[]> = { bare: [], path: [], rsyslog: [] }
  for (let turn = 0; turn < turns; turn++) {
    report.step(`turn ${turn + 1} of ${turns}: bulk requests alone`)
    results.bare.push(await bareTurn(proof, bodies, events))
    report.step(`turn ${turn + 1} of ${turns}: the whole path`)
    results.path.push(await pathTurn(proof, probes, { folder, files, gateway, events, turn }))
    report.step(`turn ${turn + 1} of ${turns}: rsyslog`)
    results.rsyslog.push(await rsyslogTurn(proof, { folder, files, events, turn }))
  }
  for (const [name, all] of Object.entries(results)) {
    report.figure(`ingest_${name}_per_second`, median(all.map(({ perSecond }) => perSecond)))
    for (const stage of new Set(all.flatMap(({ stages }) => Object.keys(stages)))) {
      report.figure(`ingest_${name}_${stage}_us_per_event`, median(all.map(({ stages }) => stages[stage] ?? 0)))
    }
  }
  const rate = (of: keyof typeof results) => median(results[of].map(({ perSecond }) => perSecond))
  report.figure('ingest_path_to_rsyslog', rate('path') / rate('rsyslog'))
  const ratio = rate('path') / rate('bare')
  report.figure('ingest_path_to_bare', ratio)
  report.check(
    `the whole path at ${ASKED_RATIO} of bare bulk requests`,
    ratio >= ASKED_RATIO,
    `${ratio.toFixed(2)}, asked ${ASKED_RATIO}`,
  )

  const perSecond = rate('path') / 2
  report.step(`half of the load: ${Math.round(perSecond)} events a second`)
  const probe = await oneProbe(proof, probes, folder, report)
  const ca = readFileSync(proof.stack.folder.ca, 'utf8')
  const times = await measureFreshness(proof.api, probe, { gateway, ca, perSecond, seconds: freshSeconds })
  const refresh = await refreshSeconds(engineUrl(proof.stack))
  const allowed = refresh + ALLOWED_BEYOND_REFRESH_S
  report.figure('fresh_p50_ms', quantile(times, 0.5))
  report.figure('fresh_p99_ms', quantile(times, 0.99))
  report.check(
    `searchable within the refresh interval and ${ALLOWED_BEYOND_REFRESH_S} s at half of the load, at p99`,
    quantile(times, 0.99) <= allowed * 1_000,
    `${(quantile(times, 0.99) / 1_000).toFixed(2)} s, asked ${allowed} s`,
  )
}

const median = (values: readonly number[]) => quantile(values, 0.5)

async function bareTurn({ stack }: ProofStack, bodies: readonly Buffer[], events: number): Promise<Turn> {
  const engine = engineUrl(stack)
  const index = 'proof-bare'
  await createLikeOurs(engine, index)
  const before = stageTimes(stack.folder, { client: [process.pid] })
  const measured = rateOf(() => searchable(engine, index), events)
  await writeBare(engine, index, bodies)
  const perSecond = await measured
  const stages = perEvent(before, stageTimes(stack.folder, { client: [process.pid] }), events)
  await removeIndex(engine, index)
  return { perSecond, stages }
}

async function pathTurn(
  { stack }: ProofStack,
  probes: ProbeClient,
  {
    folder,
    files,
    gateway,
    events,
    turn,
  }: { folder: string; files: string[]; gateway: string; events: number; turn: number },
): Promise<Turn> {
  const engine = engineUrl(stack)
  const agents: Agent[] = []
  for (const [place, file] of files.entries()) {
    const name = `ingest-${turn}-${place}`
    const agent = createAgent({ dir: join(folder, name), appliance: gateway, fqdn: `${name}.example.test` })
    const id = await enrolAgent(agent, probes)
    await probes.limit(id, UNLIMITED)
    cpSync(file, agent.eve)
    agents.push(agent)
  }
  const already = await searchable(engine, 'network_events-*')
  const before = stageTimes(stack.folder, {})
  await Promise.all(agents.map((agent) => agent.start()))
  try {
    const perSecond = await rateOf(async () => (await searchable(engine, 'network_events-*')) - already, events)
    const pids = agents.flatMap((agent) => agent.pid() ?? [])
    return { perSecond, stages: perEvent(before, stageTimes(stack.folder, { agent: pids }), events) }
  } finally {
    for (const agent of agents) await agent.stop()
  }
}

async function rsyslogTurn(
  { stack }: ProofStack,
  { folder, files, events, turn }: { folder: string; files: string[]; events: number; turn: number },
): Promise<Turn> {
  const engine = engineUrl(stack)
  const index = 'proof-rsyslog'
  await createLikeOurs(engine, index)
  const before = stageTimes(stack.folder, {})
  const rsyslog = startRsyslog(join(folder, `rsyslog-${turn}`), files, Number(new URL(engine).port), index)
  try {
    const perSecond = await rateOf(() => searchable(engine, index), events)
    const pids = [rsyslog.pid() ?? []].flat()
    return { perSecond, stages: perEvent(before, stageTimes(stack.folder, { rsyslog: pids }), events) }
  } finally {
    await rsyslog.stop()
    await removeIndex(engine, index)
  }
}

/** Events a second, from the first ones that can be searched for on: how soon either side begins is not compared. */
async function rateOf(count: () => Promise<number>, events: number): Promise<number> {
  const end = Date.now() + PATIENCE_MS
  const startedAt = performance.now()
  let first: { count: number; at: number } | undefined
  for (;;) {
    const found = await count()
    const at = performance.now()
    if (found > 0) first ??= { count: found, at }
    // Too few to tell a rate in between: then from the very beginning.
    if (first?.at === at && found >= events) first = { count: 0, at: startedAt }
    if (first && found >= events) return (found - first.count) / ((at - first.at) / 1_000)
    if (Date.now() > end) throw new Error(`only ${found} of ${events} events became searchable`)
    await sleep(LOOK_EVERY_MS)
  }
}

async function oneProbe(
  { stack }: ProofStack,
  probes: ProbeClient,
  folder: string,
  report: Report,
): Promise<FleetProbe> {
  const store = connectToStore(stack)
  const file = join(folder, 'probe.ndjson')
  await makeFleet(store, await readStackAuthority(stack, store), { first: FIRST_ID, count: 1, file }, report)
  await store.close()
  await probes.limit(FIRST_ID, UNLIMITED)
  return JSON.parse(readFileSync(file, 'utf8')) as FleetProbe
}

async function refreshSeconds(engine: string): Promise<number> {
  const response = await fetch(`${engine}/network_events-*/_settings/index.refresh_interval?flat_settings=true`)
  const indexes = Object.values((await response.json()) as Record<string, { settings: Record<string, string> }>)
  return Math.max(...indexes.map(({ settings }) => Number.parseInt(settings['index.refresh_interval'] ?? '1', 10)))
}
