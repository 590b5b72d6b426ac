import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDeadLetters, LogConfig } from '@watchpost/log'
import { loadConfig } from '@watchpost/runtime'
import { Type } from 'typebox'
import { createGenerator } from '../../../apps/simulate/src/generate/generator.ts'
import { childrenOf } from '../../stack/appliance-server.ts'
import type { ApiClient } from '../harness/api-client.ts'
import { ALL_INDEXES } from '../harness/judge.ts'
import { engineUrl, type ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { createAgent, enrolAgent } from './agents/agent.ts'
import { countOfProbe, streamsOfProbe } from './found-lines.ts'
import { type MutatedLine, mutatedLine } from './mutate.ts'
import type { LedgerTotals, ProbeClient } from './probe-client.ts'

const NUMBER = 77
const PAGE = 5_000
const BLOCK = 500
const LEAST_HUGE_EVERY = 500
const MOST_HUGE = 200
/** The appliance rejects a longer line as too large, whatever it contains. */
const TOO_LARGE = 1024 ** 2

export interface MutatedOptions {
  dir: string
  gateway: string
  lines: number
  seed: number
  patienceMs: number
}

/**
 * Lines with every kind of fault: nothing crashes, and each is stored or becomes a dead letter with a reason, and is
 * counted.
 */
export async function proveMutated(
  { stack, api }: ProofStack,
  probes: ProbeClient,
  report: Report,
  { dir, gateway, lines, seed, patienceMs }: MutatedOptions,
): Promise<void> {
  const agent = createAgent({ dir: join(dir, 'mutated'), appliance: gateway, fqdn: 'mutated.example.test' })
  const id = await enrolAgent(agent, probes)
  const before = { restarts: await restarts(stack), fields: await mostFields(stack) }
  await agent.start()
  const pid = agent.pid()
  report.step(`${lines} mutated lines`)
  const kinds = writeMutated(agent.eve, lines, seed)

  const totals = await settled(probes, id, kinds.length, patienceMs)
  report.figure('mutated_indexed', totals.indexed)
  report.figure('mutated_dead_lettered', totals.dead_lettered)
  report.check(
    'the ledger accounts for every mutated line',
    totals.received === kinds.length &&
      totals.indexed + totals.dead_lettered === kinds.length &&
      totals.missing + totals.waiting + totals.abandoned + totals.expired === 0,
    JSON.stringify(totals),
  )
  const indexed = await indexedNumbers(api, id, totals.indexed)
  const documents = await countOfProbe(api, id)
  const dead = await deadNumbers(stack, id)
  let both = 0
  let neither = 0
  let isGoodLost = 0
  for (const [number, kind] of kinds.entries()) {
    if (indexed.has(number) && dead.has(number)) both++
    if (!indexed.has(number) && !dead.has(number)) neither++
    if (kind === 'good' && !indexed.has(number)) isGoodLost++
  }
  report.check(
    'each is found, or is a dead letter, and never both',
    both + neither === 0,
    `${both} both, ${neither} neither`,
  )
  report.check(
    'as many as the ledger says',
    indexed.size === totals.indexed && documents === totals.indexed && dead.size === totals.dead_lettered,
    `${indexed.size} numbers in ${documents} documents, ${dead.size} dead letters`,
  )
  report.check('every good line among them is found', isGoodLost === 0, `${isGoodLost} not`)
  const reasons = Map.groupBy(dead.values(), (reason) => reason)
  for (const [reason, all] of reasons) report.figure(`mutated_${reason}`, all.length)
  report.check('every dead letter has a reason', !reasons.has(''), [...reasons.keys()].join(' '))

  const after = { restarts: await restarts(stack), fields: await mostFields(stack) }
  report.check('no service crashed', after.restarts === before.restarts, `${after.restarts - before.restarts} restarts`)
  report.check('the agent did not crash', agent.isRunning() && agent.pid() === pid, agent.lastWords().slice(0, 200))
  report.figure('mutated_agent_mib', agent.highestMebibytes())
  report.check(
    'mapped fields stay as they were',
    after.fields.most === before.fields.most && after.fields.most <= after.fields.limit,
    `${after.fields.most} of ${after.fields.limit}`,
  )
  await agent.stop()
}

/** Writes them like a detector; returns how each was mutated. A blank line gets no number. */
function writeMutated(eve: string, lines: number, seed: number): string[] {
  const generator = createGenerator({ seed, firstRunAt: Date.now(), hours: 1, lap: lines, late: 0, alertShare: 0.2 })
  const file = openSync(eve, 'a')
  const kinds: string[] = []
  const hugeEvery = Math.max(LEAST_HUGE_EVERY, Math.floor(lines / MOST_HUGE))
  for (let first = 0; first < lines; first += BLOCK) {
    const made: MutatedLine[] = generator
      .events(NUMBER, first, Math.min(BLOCK, lines - first))
      .map((event, turn) => mutatedLine(seed, first + turn, event, hugeEvery))
    writeSync(file, Buffer.concat(made.flatMap(({ line }) => [line, Buffer.from('\n')])))
    for (const { kind, line } of made) if (line.length > 0) kinds.push(line.length > TOO_LARGE ? 'too large' : kind)
  }
  closeSync(file)
  return kinds
}

async function settled(probes: ProbeClient, id: number, lines: number, patienceMs: number): Promise<LedgerTotals> {
  const end = Date.now() + patienceMs
  for (;;) {
    // The store may be busy with the very lines that this waits for.
    const { totals } = await probes.ledger(id).catch((error: unknown) => {
      if (Date.now() > end) throw error
      return { totals: undefined }
    })
    const isDone = totals && totals.indexed + totals.dead_lettered + totals.abandoned >= lines && totals.waiting === 0
    if (totals && (isDone || Date.now() > end)) return totals
    await sleep(500)
  }
}

/** The searchable numbers, without their contents, some of which are huge. */
async function indexedNumbers(api: ApiClient, id: number, expected: number): Promise<Set<number>> {
  const end = Date.now() + 60_000
  while ((await countOfProbe(api, id)) < expected && Date.now() < end) await sleep(250)
  const numbers = new Set<number>()
  for (const stream of await streamsOfProbe(api, id)) {
    for (let from = 0, found = -1; ; from = found + 1) {
      const { hits } = await api.search(ALL_INDEXES, {
        size: PAGE,
        query: {
          bool: { filter: [{ term: { 'ingest.stream': stream } }, { range: { 'ingest.sequence': { gte: from } } }] },
        },
        sort: [{ 'ingest.sequence': 'asc' }],
        _source: false,
      })
      if (hits.hits.length === 0) break
      for (const { sort } of hits.hits) {
        found = Number(sort?.[0])
        numbers.add(found)
      }
    }
  }
  return numbers
}

async function deadNumbers({ folder }: ProofStack['stack'], id: number): Promise<Map<number, string>> {
  const { log } = loadConfig(Type.Object({ log: LogConfig }), {
    ...process.env,
    WATCHPOST_CONFIG_FILE: folder.environment,
  })
  const letters = createDeadLetters(log, 'proof')
  const reasons = new Map<number, string>()
  for await (const { record, reason } of letters.list()) {
    if (record.identity.probeId === id) reasons.set(record.identity.sequence, reason)
  }
  await letters.stop()
  return reasons
}

async function restarts({ state }: ProofStack['stack']): Promise<number> {
  return (await childrenOf(state.config.internalPort)).reduce((sum, each) => sum + each.restarts, 0)
}

interface Properties {
  [name: string]: { type?: string; properties?: Properties; fields?: Properties }
}

/** For the index with the most fields: its mapped fields including objects, and its limit. */
async function mostFields(stack: ProofStack['stack']): Promise<{ most: number; limit: number }> {
  const response = await fetch(`${engineUrl(stack)}/${ALL_INDEXES}`)
  const indexes = Object.values(
    (await response.json()) as Record<
      string,
      {
        mappings: { properties: Properties }
        settings: { index: { mapping: { total_fields: { limit: string } } } }
      }
    >,
  )
  return {
    most: Math.max(...indexes.map(({ mappings }) => countFields(mappings.properties))),
    limit: Math.min(...indexes.map(({ settings }) => Number(settings.index.mapping.total_fields.limit))),
  }
}

function countFields(properties: Properties): number {
  return Object.values(properties).reduce(
    (sum, { properties: own = {}, fields = {} }) => sum + 1 + countFields(own) + countFields(fields),
    0,
  )
}
