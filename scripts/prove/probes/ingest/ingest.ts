import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { KINDS } from '../../../../apps/simulate/src/generate/mix.ts'
import { connectToStore } from '../../harness/stack/connect-to-store.ts'
import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { stageTimes } from '../../harness/stage-times.ts'
import { type FleetProbe, makeFleet } from '../agents/fleet.ts'
import type { ProbeClient } from '../probe-client.ts'
import { readStackAuthority } from '../certificates/stack-authority.ts'
import { type BulkBody, bulkBodies } from './bare-bulk.ts'
import { checkCosts, checkFreshness, reportCores, reportTurns, type Turns } from './checks.ts'
import { installEveBox } from './evebox/evebox.ts'
import { measureFreshness } from './freshness.ts'
import { startPreviousStack } from './previous/previous-stack.ts'
import { bareTurn } from './turns/bare-turn.ts'
import { eveBoxTurn } from './turns/evebox-turn.ts'
import { pathTurn, type Site, UNLIMITED } from './turns/path-turn.ts'
import { rsyslogTurn } from './turns/rsyslog-turn.ts'
import { median, type TurnLoad } from './turns/turn.ts'
import { untilQuiet } from './turns/until-quiet.ts'
import { writeLines } from './write-lines.ts'

const AGENTS = 4
const FIRST_ID = 30_001
/** Without these, all events are stored in one index, which makes the comparison fair. */
const OTHER_INDEXES = ['malware', 'shellcode', 'powershell']

export interface IngestOptions {
  dir: string
  gateway: string
  events: number
  turns: number
  /** Turns that do not count: a cold engine spends as much on JIT compilation as on the events. */
  warmUps: number
  seed: number
  freshSeconds: number
  /** The commit to compare with; none in the small version, which judges no cost either. */
  against?: string
}

/**
 * The cost of the whole pipeline compared with the minimum for the same events, in turns within one run: the pipeline
 * of an earlier commit, prepared bulk requests, and rsyslog and EveBox reading the same files.
 */
export async function proveIngest(
  proof: ProofStack,
  probes: ProbeClient,
  report: Report,
  { dir, gateway, events, turns, warmUps, seed, freshSeconds, against }: IngestOptions,
): Promise<void> {
  execFileSync(join(import.meta.dirname, '..', 'install-sensor'), { stdio: 'inherit' })
  const eveBox = against === undefined ? undefined : await tried(report, 'EveBox is built', async () => installEveBox())
  const folder = join(dir, 'ingest')
  mkdirSync(folder, { recursive: true })
  const kinds = KINDS.filter((kind) => !OTHER_INDEXES.includes(kind))
  const files = Array.from({ length: AGENTS }, (_, turn) => join(folder, `lines-${turn}.ndjson`))
  for (const [turn, file] of files.entries())
    writeLines(file, { number: turn + 1, count: events / AGENTS, seed, kinds })
  const bodies = (await Promise.all(files.map((file, turn) => bulkBodies(file, String(turn).padStart(32, '0'))))).flat()
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  const own: Site = { name: 'path', stack: proof.stack, probes, gateway }

  const results = await withPrevious(proof, report, against, (previous) =>
    takeTurns({ own, previous, eveBox, bodies, load: { folder, files, events, bytes }, turns, warmUps, report }),
  )
  reportTurns(report, results)
  checkCosts(report, results, { isJudged: against !== undefined })

  const perSecond = median(results.path.map((turn) => turn.perSecond)) / 2
  report.step(`half load: ${Math.round(perSecond)} events/s for ${freshSeconds} s`)
  const probe = await oneProbe(proof, probes, folder, report)
  const ca = readFileSync(proof.stack.folder.ca, 'utf8')
  const { folder: stackFolder } = proof.stack
  const proofItself = { proof: [process.pid] }
  const before = stageTimes(stackFolder, proofItself)
  const times = await measureFreshness(proof.api, probe, { gateway, ca, perSecond, seconds: freshSeconds })
  reportCores(report, before, stageTimes(stackFolder, proofItself), freshSeconds)
  checkFreshness(report, times)
}

interface Contest {
  own: Site
  previous: Site | undefined
  /** The folder of its executable. */
  eveBox: string | undefined
  bodies: readonly BulkBody[]
  load: Omit<TurnLoad, 'turn'>
  turns: number
  warmUps: number
  report: Report
}

/** One contestant at a time, on an otherwise idle machine. */
async function takeTurns({ own, previous, eveBox, bodies, load, turns, warmUps, report }: Contest): Promise<Turns> {
  const results: Turns = { previous: [], path: [], bare: [], rsyslog: [], evebox: [] }
  const sites = previous ? [previous, own] : [own]
  /** What one turn leaves behind, such as merges and pages not yet on the disk, would slow down the next. */
  const settle = async () => {
    for (const { stack } of sites) await untilQuiet(stack)
    execFileSync('sync')
  }
  await settle()
  for (let warmUp = 1; warmUp <= warmUps; warmUp++) {
    report.step(`warm-up ${warmUp} of ${warmUps}`)
    for (const site of sites) await pathTurn(site, { ...load, turn: -warmUp })
  }
  for (let turn = 0; turn < turns; turn++) {
    const begin = async (name: string): Promise<TurnLoad> => {
      await settle()
      report.step(`turn ${turn + 1} of ${turns}: ${name}`)
      return { ...load, turn }
    }
    let refresh = '1s'
    // Each of the two goes first in every second turn.
    for (const site of turn % 2 === 0 ? sites : sites.toReversed()) {
      const result = await pathTurn(site, await begin(site === own ? 'the whole pipeline' : 'the previous commit'))
      if (site === own) refresh = result.refresh
      results[site === own ? 'path' : 'previous'].push(result)
    }
    results.bare.push(
      await bareTurn(own.stack, await begin(`bulk requests, refreshed every ${refresh}`), { bodies, refresh }),
    )
    results.rsyslog.push(await rsyslogTurn(own.stack, await begin('rsyslog'), refresh))
    if (eveBox !== undefined) results.evebox.push(await eveBoxTurn(eveBox, await begin('EveBox')))
  }
  return results
}

async function withPrevious<T>(
  { stack }: ProofStack,
  report: Report,
  against: string | undefined,
  work: (previous: Site | undefined) => Promise<T>,
): Promise<T> {
  if (against === undefined) return work(undefined)
  const dir = `${stack.folder.root}-previous`
  await using previous = await tried(report, `the stack of ${against} starts`, () => startPreviousStack(against, dir))
  if (previous) report.figure('ingest_previous_commit', previous.hash)
  // Await here: the stack is stopped when this function ends.
  return await work(previous)
}

/** A missing contestant is a failed check; the others are still measured. */
async function tried<T>(report: Report, name: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    report.check(name, false, error instanceof Error ? error.message : String(error))
    return undefined
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
