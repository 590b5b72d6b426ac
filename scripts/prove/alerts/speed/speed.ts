import { createBuildProgress } from '../../../dataset/build-progress.ts'
import { type DatasetWish, type OpenDataset, openDataset } from '../../../dataset/open-dataset.ts'
import { largeDatasetWish } from '../../guard/site/large-dataset.ts'
import type { Report } from '../../harness/report.ts'
import { startProofApi } from '../../search/proof-api.ts'
import { doubleEvents, removeEvents } from './more-or-fewer-events.ts'
import { figures, measureCases, type SpeedCase, timed, turnsOf, warmUp } from './measure-cases.ts'
import { createPlainAsk, type PlainAsk } from './plain-ask.ts'
import { speedCases } from './speed-cases.ts'

interface SpeedOptions {
  isSmall: boolean
  seed: number
  alerts: number
  /** The number of events in the data set of which a tenth are alerts. */
  events: number
}

const DAYS = 30
const MOST_GROWTH_BESIDE_EVENTS = 1.2
/** The median of hundreds of short turns still varies by this much. */
const SCATTER_MS = 2

/**
 * Measures listings over many alerts against direct engine queries. `few` has the times over a tenth of the alerts, if
 * measured.
 */
export async function checkSpeed(
  report: Report,
  { isSmall, seed, alerts }: Pick<SpeedOptions, 'isSmall' | 'seed' | 'alerts'>,
  few: ReadonlyMap<string, number>,
): Promise<void> {
  report.step(`${alerts} alerts over ${DAYS} days`)
  const wish = { events: alerts, alerts, days: DAYS, seed, isEntriesOnly: true }
  await using dataset = await openAlerts(wish)
  await using listing = await openListing(dataset)
  const cases = { engineUrl: dataset.url, ask: listing.ask, isSmall }
  await measureCases(report, cases, listing.cases, (name) => {
    const tenth = few.get(name)
    if (tenth !== undefined) report.figure(`${name} p50, a tenth of the alerts`, tenth)
  })
}

/**
 * The same alerts alone and among twenty times as many events: two engines on two copies, queried alternately. Returns
 * the p50 of each listing for the alerts alone.
 */
export async function checkBesideEvents(
  report: Report,
  { events, isSmall }: Pick<SpeedOptions, 'events' | 'isSmall'>,
): Promise<Map<string, number>> {
  const turns = turnsOf(isSmall)
  report.step(`${events / 10} alerts alone, and among ${events * 2} events`)
  await using alone = await openAlerts(largeDatasetWish(events), true)
  await removeEvents(alone.url)
  await using among = await openAlerts(largeDatasetWish(events), true)
  await doubleEvents(among.url)
  await using listingAlone = await openListing(alone)
  await using listingAmong = await openListing(among)
  const found = new Map<string, number>()
  for (const each of listingAlone.cases) {
    const times: { alone: number[]; among: number[] } = { alone: [], among: [] }
    await warmUp(turns, (turn) => Promise.all([listingAlone.ask(each.path(turn)), listingAmong.ask(each.path(turn))]))
    for (let turn = 0; turn < turns; turn++) {
      times.alone.push(await timed(() => listingAlone.ask(each.path(turn))))
      times.among.push(await timed(() => listingAmong.ask(each.path(turn))))
    }
    const [one, other] = [figures(times.alone), figures(times.among)]
    const ratio = other.p50 / one.p50
    report.figure(`${each.name}, among events/alone`, ratio)
    report.check(
      `${each.name}: other events do not matter`,
      other.p50 <= one.p50 * MOST_GROWTH_BESIDE_EVENTS + SCATTER_MS || isSmall,
      `p50 ${one.p50.toFixed(1)} ms alone, ${other.p50.toFixed(1)} ms among ${events * 2} events: ${ratio.toFixed(2)}`,
    )
    found.set(each.name, one.p50)
  }
  return found
}

/** The data set, or a copy of it that can be changed. */
export async function openAlerts(wish: DatasetWish, isCopy = false): Promise<OpenDataset> {
  const progress = createBuildProgress(wish.events, process.stderr)
  try {
    return await openDataset(wish, { heap: '1g', isCopy, progress })
  } finally {
    progress.stop()
  }
}

interface Listing extends AsyncDisposable {
  ask: PlainAsk
  cases: SpeedCase[]
}

/** An API on a data set, and its cases. */
async function openListing({ url, meta }: OpenDataset): Promise<Listing> {
  const api = await startProofApi({ engineUrl: url, generations: meta.generations })
  const ask = await createPlainAsk(api)
  return { ask, cases: await speedCases(meta, ask), [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}
