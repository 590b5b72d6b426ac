import { fieldCatalog } from '@watchpost/engine'
import { createRandom, type Random } from '../../../packages/query-guard/src/fixtures/generate/random.ts'
import { guardSearch } from '../../../packages/query-guard/src/guard-search.ts'
import type { Report } from '../harness/report.ts'

const DAY_MS = 86_400_000
const SHOWN = 5

interface Extremes {
  aggregations: { least: { value: number | null }; greatest: { value: number | null } }
}

/** Searches skip indexes by the time range that the guard derives from a body: no hit may be outside that range. */
export async function checkTimes(report: Report, engineUrl: string, seed: number, count: number): Promise<void> {
  const random = createRandom(seed)
  const fields = fieldCatalog('network_events')
  const wrong: string[] = []
  let bound = 0
  let found = 0
  for (let turn = 0; turn < count; turn++) {
    const query = anyQuery(random)
    const result = guardSearch(Buffer.from(JSON.stringify({ query })), { fields, kind: 'search' })
    if (!result.ok) {
      wrong.push(`refused ${JSON.stringify(query)}`)
      continue
    }
    const { from, to } = result.timeRange
    if (from === undefined && to === undefined) continue
    bound += 1
    const { least, greatest } = await extremesOf(engineUrl, query)
    if (least === null || greatest === null) continue
    found += 1
    if (least < (from ?? least) || greatest > (to ?? greatest))
      wrong.push(`${JSON.stringify(query)}: ${least} to ${greatest} is not in ${from} to ${to}`)
  }
  report.check(
    `no hit lies outside the times of ${bound} queries, ${found} of them with hits`,
    wrong.length === 0 && found > bound / 4,
    wrong.slice(0, SHOWN).join(' | '),
  )
}

async function extremesOf(engineUrl: string, query: object) {
  const field = '@timestamp'
  const aggs = { least: { min: { field } }, greatest: { max: { field } } }
  const answer = await fetch(`${engineUrl}/network_events/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ size: 0, query, aggs }),
  })
  if (!answer.ok) throw new Error(`${answer.status} for ${JSON.stringify(query)}`)
  const { aggregations } = (await answer.json()) as Extremes
  return { least: aggregations.least.value, greatest: aggregations.greatest.value }
}

function anyQuery(random: Random): object {
  const range = () => ({ range: { '@timestamp': anyBounds(random) } })
  switch (random.below(5)) {
    case 0:
      return { bool: { filter: [range(), range()] } }
    case 1:
      return { bool: { should: [range(), { constant_score: { filter: range() } }] } }
    case 2:
      return { dis_max: { queries: [range(), { bool: { must: range(), must_not: range() } }] } }
    default:
      return range()
  }
}

function anyBounds(random: Random): object {
  const zone = random.pick([
    undefined,
    undefined,
    '+05:30',
    '-11:00',
    'Europe/Paris',
    'Pacific/Auckland',
    'America/New_York',
  ])
  return {
    ...(random.chance(75) && { [random.pick(['gte', 'gt'])]: anyTime(random, 5) }),
    ...(random.chance(75) && { [random.pick(['lte', 'lt'])]: anyTime(random, 1) }),
    ...(zone && { time_zone: zone }),
  }
}

/** A time up to this many days ago, in one of its notations. */
function anyTime(random: Random, days: number): string | number {
  const time = Date.now() - random.below(days * DAY_MS)
  const text = new Date(time).toISOString()
  const unit = random.pick(['s', 'm', 'h', 'd', 'w', 'M', 'y'])
  switch (random.below(6)) {
    case 0:
      return `now-${random.below(days * 24)}h${random.chance(60) ? `/${unit}` : ''}`
    case 1:
      return `${text.slice(0, 10)}||${random.chance(50) ? '-1d' : '+1h'}/${unit}`
    case 2:
      return time
    case 3:
      return `${text.slice(0, 19)}${random.pick(['', 'Z', '+01:00', '-0800'])}`
    default:
      return text.slice(0, random.pick([4, 7, 10, 13, 16, 19, 23]))
  }
}
