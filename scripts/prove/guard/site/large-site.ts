import type { OpenDataset } from '../../../dataset/open-dataset.ts'
import type { Report } from '../../harness/report.ts'
import { startProofApi } from '../../search/proof-api.ts'
import { type Caller, makeCallers, plainEndpoint } from './api-callers.ts'
import { type CostlyBody, costliestBodies } from '../bodies/costly-bodies.ts'
import { plantCanary, removeCanary } from '../engine/engine-watch.ts'
import { openLargeDataset } from './large-dataset.ts'
import { untilTimesAreRead } from '../engine/until-times-read.ts'

export interface LargeSiteOptions {
  report: Report
  dir: string
  documents: number
  bodies: number
  seed: number
}

/** A large data set, an API on it, and the costliest bodies that the API accepts. */
export interface LargeSite {
  dataset: OpenDataset
  /** As many as the API runs costly searches concurrently. */
  callers: Caller[]
  /** The most expensive first. */
  costly: CostlyBody[]
}

const CALLERS = 2

/** Keeps it open while `work` runs. */
export async function withLargeSite(
  { report, dir, documents, bodies, seed }: LargeSiteOptions,
  work: (site: LargeSite) => Promise<void>,
): Promise<void> {
  report.step(`a data set of ${documents} documents, an engine with 1 GiB of heap, the API before it`)
  await using dataset = await openLargeDataset(dir, documents, report)
  await plantCanary(dataset.url)
  await using api = await startProofApi({ engineUrl: dataset.url, generations: dataset.meta.generations })
  const callers = await makeCallers(plainEndpoint(api), CALLERS)
  const [first] = callers
  if (!first) throw new Error('no callers')
  await untilTimesAreRead(first, dataset.meta)
  const costly = await costliestBodies(first, dataset.meta, bodies, seed)
  const least = costly.at(-1)?.share ?? 0
  report.step(`${costly.length} costliest bodies, each takes at least ${(least * 100).toFixed(0)}% of its budget`)
  await work({ dataset, callers, costly })
  await Promise.all(callers.map((each) => each.close()))
  await removeCanary(dataset.url)
}
