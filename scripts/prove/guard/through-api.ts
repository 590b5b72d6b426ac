import { fieldCatalog } from '@watchpost/engine'
import { badBodies } from '../../../packages/query-guard/src/fixtures/bad/bad-bodies.ts'
import { requestOf } from '../../../packages/query-guard/src/fixtures/generate/any-request.ts'
import { generateBody } from '../../../packages/query-guard/src/fixtures/generate/generate-body.ts'
import { guardSearch } from '../../../packages/query-guard/src/guard-search.ts'
import { openProofDataset } from '../dataset-stack.ts'
import type { Report } from '../report.ts'
import { startProofApi } from '../search/proof-api.ts'
import { type ApiAnswer, type Caller, makeCallers, plainEndpoint, searchPatiently } from './api-callers.ts'
import { CANARY, engineState, plantCanary, removeCanary } from './engine-watch.ts'
import { largeDatasetWish } from './large-dataset.ts'
import { checkTimes } from './times.ts'

export interface ThroughApiOptions {
  report: Report
  dir: string
  bodies: number
  /** Queries whose times are compared with those of their hits. */
  times: number
  seed: number
}

const DOCUMENTS = 50_000
const CALLERS = 12
const SHOWN = 5
const INDEXES = [
  'network_events',
  'network_events',
  'network_events',
  'malware',
  'code_analysis',
  'network_events,malware',
]

/** What came of the bodies that were sent. */
interface Tally {
  statuses: Record<number, number>
  faults: string[]
  leaks: string[]
}

/**
 * Bodies that the guard takes, and mutated ones, to a real engine through the real API: it stays up, no answer is a fault
 * of ours, and nothing of the index with secrets is ever read.
 */
export async function checkThroughApi({ report, dir, bodies, times, seed }: ThroughApiOptions): Promise<void> {
  report.step(`an engine with ${DOCUMENTS} documents and secrets beside them, the API before it`)
  await using dataset = await openProofDataset(dir, largeDatasetWish(DOCUMENTS))
  await plantCanary(dataset.url)
  await using api = await startProofApi({ engineUrl: dataset.url, generations: [] })
  await checkTimes(report, dataset.url, seed, times)
  const callers = await makeCallers(plainEndpoint(api), CALLERS)
  const before = await engineState(dataset.url)
  const tally: Tally = { statuses: {}, faults: [], leaks: [] }
  const startedAt = performance.now()

  report.step(`${badBodies.length} known-bad bodies, then ${bodies} accepted and mutated ones, seeds from ${seed}`)
  await sendAll(callers, knownBad().values(), tally, ['network_events'])
  const passed = tally.statuses[200] ?? 0
  report.check('no known-bad body gets an answer from the engine', passed === 0, `${passed} did`)
  await sendAll(callers, requests(seed, bodies, report), tally, INDEXES)

  const after = await engineState(dataset.url)
  const seconds = (performance.now() - startedAt) / 1_000
  const total = Object.values(tally.statuses).reduce((sum, each) => sum + each, 0)
  report.check('the engine stays up', after.startedAt === before.startedAt)
  report.check(
    `${total} requests: none is answered with a fault of ours`,
    tally.faults.length === 0,
    tally.faults.slice(0, SHOWN).join(' | ') || statusesOf(tally),
  )
  report.check(
    'no answer holds a word of the secrets',
    tally.leaks.length === 0,
    tally.leaks.slice(0, SHOWN).join(' | '),
  )
  report.check(
    'the index with secrets was never read',
    after.canaryReads === before.canaryReads,
    String(after.canaryReads - before.canaryReads),
  )
  report.check('no script was compiled', after.scriptCompilations === 0, String(after.scriptCompilations))
  report.check(
    'no memory breaker tripped',
    after.breakerTrips === before.breakerTrips,
    String(after.breakerTrips - before.breakerTrips),
  )
  report.figure('through_api_requests', total)
  report.figure('through_api_answered', tally.statuses[200] ?? 0)
  report.figure('through_api_per_second', total / seconds)
  await Promise.all(callers.map((each) => each.close()))
  await removeCanary(dataset.url)
}

/** Fields that the tests made up, or that another index has: nobody has them here, and nobody finds anything by them. */
const ELSEWHERE = /"x\.|engine_id/

/** The corpus, but for what is about other fields, and for nothing at all, which means `{}` to the API. */
function knownBad(): (string | Uint8Array)[] {
  const texts = badBodies.map(({ body }) =>
    typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  )
  return texts.filter((each) => each.length > 0 && !(typeof each === 'string' && ELSEWHERE.test(each)))
}

/** In turn a body that the guard takes, and one of any kind. */
function* requests(seed: number, count: number, report: Report): Generator<string | Uint8Array> {
  const fields = fieldCatalog('network_events')
  const first = seed * 7_000_003
  for (let turn = 0, sent = 0; sent < count; turn++) {
    if (turn % 2 === 0) {
      const text = JSON.stringify(generateBody(first + turn, fields, false))
      if (!guardSearch(Buffer.from(text), { fields, kind: 'search' }).ok) continue
      yield text
    } else yield requestOf(first + turn, fields)
    sent += 1
    if (sent % 10_000 === 0) report.step(`${sent} of ${count} sent`)
  }
}

/** All callers take from the same row until it ends. */
async function sendAll(
  callers: readonly Caller[],
  row: Iterator<string | Uint8Array>,
  tally: Tally,
  indexes: readonly string[],
): Promise<void> {
  let turn = 0
  await Promise.all(
    callers.map(async (caller) => {
      for (let next = row.next(); !next.done; next = row.next()) {
        const index = indexes[turn++ % indexes.length] ?? 'network_events'
        note(tally, next.value, await searchPatiently(caller, index, next.value))
      }
    }),
  )
}

function note({ statuses, faults, leaks }: Tally, body: string | Uint8Array, { status, text }: ApiAnswer): void {
  statuses[status] = (statuses[status] ?? 0) + 1
  const shown = () => `${status} ${text.slice(0, 200)} for ${Buffer.from(body).toString().slice(0, 600)}`
  if (status >= 500 || status === 429) faults.push(shown())
  if (text.includes(CANARY)) leaks.push(shown())
}

function statusesOf({ statuses }: Tally): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
}
