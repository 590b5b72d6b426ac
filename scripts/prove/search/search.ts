import { createBuildProgress } from '../../dataset/build-progress.ts'
import { datasetsRoot, removeDataset } from '../../dataset/dataset-folder.ts'
import { type DatasetWish, ensureDataset } from '../../dataset/open-dataset.ts'
import { benignBodies } from '../../../packages/query-guard/src/fixtures/benign/benign-bodies.ts'
import type { RunOptions } from '../command/proof.ts'
import { openProofDataset } from '../harness/stack/dataset-stack.ts'
import { largeDatasetWish } from '../guard/site/large-dataset.ts'
import { createReport } from '../harness/report.ts'
import { startScratchEngine } from '../harness/stack/scratch-engine.ts'
import { makeKeys, post } from './api-calls.ts'
import { speedCases } from './cases.ts'
import { checkEngineAway } from './engine-away.ts'
import { checkFields } from './fields/fields.ts'
import { compareGenerations } from './generations.ts'
import { startLoadClient } from './load-client.ts'
import { measureProxy } from './proxy.ts'
import { startProofApi } from './proof-api.ts'
import { checkSameAnswers } from './same-answers.ts'
import { compareSpeed, type Side } from './speed.ts'

export type SearchPart = 'answers' | 'fields' | 'away' | 'speed' | 'tls' | 'proxy' | 'generations'

/** Searches over "the last 24 hours" must find something. */
const freshMs = 12 * 3_600_000
const callers = 50

/** The results and cost of searching through the API, compared with the engine itself. */
export async function proveSearch({
  dir,
  isSmall,
  events = isSmall ? 50_000 : 1_000_000,
  only,
  options,
}: RunOptions<SearchPart>): Promise<void> {
  const report = createReport('search')
  const nodeFlags = options['node-flags']?.split(' ') ?? []
  if (only.every((part) => part === 'fields')) {
    await using engine = await startScratchEngine({ heap: '1g' })
    await checkFields(report, engine.url)
    return report.end()
  }
  if (only.includes('generations')) await compareGenerations(report)
  if (only.every((part) => part === 'generations')) return report.end()
  // The small data set is shared with the guard proof and built once for both.
  const wish: DatasetWish = isSmall ? largeDatasetWish(events) : { events, alerts: Math.round(events / 50), days: 7 }
  report.step(`data set of ${events} events`)
  await ensureFresh(wish)
  await using dataset = await openProofDataset(dir, wish)
  report.step('API before it')
  // As in production: sealed generations are known, so that a search uses only the indexes that can match its time
  // range.
  await using api = await startProofApi({ engineUrl: dataset.url, generations: dataset.meta.generations, nodeFlags })
  const keys = await makeKeys(api, callers)
  const search = (index: string, body: unknown) =>
    post(api.plainUrl, `/api/data/es/search?index=${index}`, body, { 'api-key': keys[0] ?? '' })

  if (only.includes('answers')) {
    await checkSameAnswers({
      report,
      engineUrl: dataset.url,
      search,
      benign: benignBodies,
    })
  }
  if (only.includes('away')) await checkEngineAway({ report, enginePid: dataset.pid(), search })
  if (only.includes('speed') || only.includes('tls')) {
    using load = startLoadClient()
    const cases = speedCases(Date.parse(dataset.meta.to))
    const bare: Side = {
      origin: dataset.url,
      pathOf: (index) => `/${index}/_search`,
      headersOf: () => [['content-type', 'application/json']],
      processes: { engine: dataset.pid() },
    }
    const ours = (origin: string, pid: number, ca?: string): Side => ({
      origin,
      processes: { api: pid, engine: dataset.pid() },
      ...(ca && { ca }),
      pathOf: (index) => `/api/data/es/search?index=${index}`,
      headersOf: (count) => keys.slice(0, count).map((key) => ['content-type', 'application/json', 'api-key', key]),
    })
    const common = { report, load, engine: bare, rounds: isSmall ? 2 : 5, seconds: isSmall ? 2 : 5 }
    if (only.includes('speed')) {
      const goals = isSmall ? 'floor' : 'met'
      await compareSpeed({ ...common, title: 'plain', api: ours(api.plainUrl, api.plainPid), goals }, cases)
    }
    // Reported only: the bare engine has no TLS.
    if (only.includes('tls')) {
      await compareSpeed({ ...common, title: 'TLS', api: ours(api.tlsUrl, api.tlsPid, api.ca), goals: 'shown' }, cases)
    }
  }
  if (only.includes('proxy')) await measureProxy({ report, dataset, api, isSmall })
  // Last: two thousand searches of every kind change the state of the engine and its JIT.
  if (only.includes('fields')) await checkFields(report, dataset.url)
  report.end()
}

/** A data set is kept forever, but its last day is the day on which it was built. */
async function ensureFresh(wish: DatasetWish): Promise<void> {
  const progress = createBuildProgress(wish.events, process.stderr)
  try {
    const meta = await ensureDataset(wish, progress)
    if (Date.now() - Date.parse(meta.to) < freshMs) return
    removeDataset(datasetsRoot(), meta.key)
    await ensureDataset(wish, progress)
  } finally {
    progress.stop()
  }
}
