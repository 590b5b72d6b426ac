import { openDataset } from '../../dataset/open-dataset.ts'
import { cpuSeconds } from '../harness/processor-time.ts'
import type { Report } from '../harness/report.ts'
import { makeKeys } from './api-calls.ts'
import { speedCases } from './cases.ts'
import { startLoadClient } from './load-client.ts'
import { startProofApi } from './proof-api.ts'

const MANY = 90
const FEW = 8
const EVENTS_A_DAY = 5_000
const ROUNDS = 5
const WARM_UP_SECONDS = 15
const SECONDS = 8
const MOST_RATIO = 1.1

/**
 * What a search of the last day costs the engine while it has many sealed generations, and after all but a few were
 * removed. The same engine with the same events of the last day.
 */
export async function compareGenerations(report: Report): Promise<void> {
  const wish = { events: MANY * EVENTS_A_DAY, alerts: MANY * 100, days: MANY }
  report.step(`data set of ${wish.events} events in ${MANY} days`)
  await using dataset = await openDataset(wish, { heap: '1g' })
  using load = startLoadClient()
  const [searched] = speedCases(Date.parse(dataset.meta.to))
  if (!searched) throw new Error('there is no case')
  const { generations } = dataset.meta
  const kept = generations.slice(-FEW)

  /** Milliseconds of the engine's CPU time for each search: the median of several rounds. */
  async function costWith(present: typeof generations): Promise<number> {
    await using api = await startProofApi({ engineUrl: dataset.url, generations: present })
    const [key = ''] = await makeKeys(api, 1)
    const order = (seconds: number) => ({
      origin: api.plainUrl,
      path: `/api/data/es/search?index=${searched?.index}`,
      headers: [['content-type', 'application/json', 'api-key', key]],
      bodies: searched?.bodies.map((body) => JSON.stringify(body)) ?? [],
      connections: 1,
      seconds,
    })
    await load.run(order(WARM_UP_SECONDS))
    const costs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const before = cpuSeconds(dataset.pid())
      const { perSecond, statuses } = await load.run(order(SECONDS))
      if (Object.keys(statuses).some((status) => status !== '200')) throw new Error(JSON.stringify(statuses))
      costs.push(((cpuSeconds(dataset.pid()) - before) * 1_000) / (perSecond * SECONDS))
    }
    return costs.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  }

  // Twice, so that the first one does not pay for the compilation of the engine.
  await costWith(generations)
  const many = await costWith(generations)
  for (const { number } of generations.slice(0, -FEW)) {
    const pattern = `*-${String(number).padStart(6, '0')}`
    const { status } = await fetch(`${dataset.url}/${pattern}`, { method: 'DELETE' })
    if (status !== 200) throw new Error(`cannot remove ${pattern}: ${status}`)
  }
  const few = await costWith(kept)
  const ratio = many / few
  report.check(
    `a search of the last day costs the engine with ${generations.length} sealed generations what it costs with ${kept.length}`,
    generations.length >= MANY && ratio <= MOST_RATIO,
    `${many.toFixed(3)} and ${few.toFixed(3)} ms of CPU: ${ratio.toFixed(2)}`,
  )
}
