import type { Family } from '@watchpost/model'
import { openAliasName } from '../../../packages/engine/src/generation.ts'
import { type DatasetWish, type OpenDataset, openDataset } from '../../dataset/open-dataset.ts'
import { compilerSeconds, cpuSeconds } from '../harness/processor-time.ts'
import type { Report } from '../harness/report.ts'
import { makeKeys } from './api-calls.ts'
import { speedCases } from './cases.ts'
import { type LoadClient, startLoadClient } from './load-client.ts'
import { startProofApi } from './proof-api.ts'

const MANY = 90
const FEW = 8
const EVENTS_A_DAY = 5_000
const ROUNDS = 5
const WARM_UP_SECONDS = 20
const SECONDS = 6
const MOST_RATIO = 1.1

/**
 * What a search of the last day costs an engine with many sealed generations, compared with an engine from which all
 * but a few were removed. Both have the same events in the last day and are asked in turn.
 */
export async function compareGenerations(report: Report): Promise<void> {
  const wish = { events: MANY * EVENTS_A_DAY, alerts: MANY * 100, days: MANY }
  report.step(`data set of ${wish.events} events in ${MANY} days`)
  await using load = loadWithEnd()
  await using many = await startSide(wish, load.client)
  await using few = await startSide(wish, load.client, FEW)
  const costs: [number, number][] = []
  for (let round = 0; round < ROUNDS; round++) costs.push([await many.cost(), await few.cost()])
  const of = (side: 0 | 1) => median(costs.map((cost) => cost[side]))
  const ratio = median(costs.map(([ofMany, ofFew]) => ofMany / ofFew))
  report.check(
    `a search of the last day costs the engine with ${many.generations} sealed generations what it costs with ${few.generations}`,
    many.generations >= MANY && ratio <= MOST_RATIO,
    `${of(0).toFixed(3)} and ${of(1).toFixed(3)} ms of CPU: ${ratio.toFixed(2)}`,
  )
}

function loadWithEnd() {
  const client = startLoadClient()
  return { client, [Symbol.asyncDispose]: async () => client[Symbol.dispose]() }
}

/** An engine with the data set, or with its newest generations only, and the API before it. */
async function startSide(wish: DatasetWish, load: LoadClient, newest?: number) {
  const dataset = await openDataset(wish, { heap: '1g', isCopy: true })
  const generations = newest === undefined ? dataset.meta.generations : await keepNewest(dataset, newest)
  await openNewest(dataset)
  const api = await startProofApi({ engineUrl: dataset.url, generations })
  const [key = ''] = await makeKeys(api, 1)
  const [searched] = speedCases(Date.parse(dataset.meta.to))
  if (!searched) throw new Error('there is no case')
  const run = (seconds: number) =>
    load.run({
      origin: api.plainUrl,
      path: `/api/data/es/search?index=${searched.index}`,
      headers: [['content-type', 'application/json', 'api-key', key]],
      bodies: searched.bodies.map((body) => JSON.stringify(body)),
      connections: 1,
      seconds,
    })
  /** Without the compilers of Java, whose work ends with time. */
  const used = () => cpuSeconds(dataset.pid()) - compilerSeconds(dataset.pid())
  await run(WARM_UP_SECONDS)
  return {
    generations: generations.length,
    /** Milliseconds of the engine's CPU time for each search. */
    async cost(): Promise<number> {
      const before = used()
      const { perSecond, statuses } = await run(SECONDS)
      if (Object.keys(statuses).some((status) => status !== '200')) throw new Error(JSON.stringify(statuses))
      return ((used() - before) * 1_000) / (perSecond * SECONDS)
    },
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]()
      await dataset[Symbol.asyncDispose]()
    },
  }
}

async function keepNewest({ url, meta }: OpenDataset, newest: number) {
  for (const { number } of meta.generations.slice(0, -newest)) {
    const pattern = `*-${String(number).padStart(6, '0')}`
    const names = await (await fetch(`${url}/_cat/indices/${pattern}?h=index`)).text()
    const { status } = await fetch(`${url}/${names.trim().split(/\s+/).join(',')}`, { method: 'DELETE' })
    if (status !== 200) throw new Error(`cannot remove ${pattern}: ${status}`)
  }
  return meta.generations.slice(-newest)
}

/** As in use: there is always an open generation, and searches name it by its alias. In a data set all are sealed. */
async function openNewest({ url, meta }: OpenDataset): Promise<void> {
  const newest = meta.generations.at(-1)?.number ?? 0
  const pattern = `*-${String(newest).padStart(6, '0')}`
  const names = await (await fetch(`${url}/_cat/indices/${pattern}?h=index`)).text()
  const actions = names
    .trim()
    .split(/\s+/)
    .map((index) => ({ add: { index, alias: openAliasName('', index.split('-', 1)[0] as Family) } }))
  const { status } = await fetch(`${url}/_aliases`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ actions }),
  })
  if (status !== 200) throw new Error(`cannot add aliases: ${status}`)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
