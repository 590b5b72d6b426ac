import { badBodies } from '../../../../packages/query-guard/src/fixtures/bad/bad-bodies.ts'
import { openProofDataset } from '../../harness/stack/dataset-stack.ts'
import type { Report } from '../../harness/report.ts'
import { startProofApi } from '../../search/proof-api.ts'
import { type ApiAnswer, type Caller, makeCallers, plainEndpoint, searchPatiently } from '../site/api-callers.ts'
import { CANARY, engineState, plantCanary, removeCanary } from '../engine/engine-watch.ts'
import { type JudgedBody, judgedBodies } from './judged-bodies.ts'
import { largeDatasetWish } from '../site/large-dataset.ts'
import { checkTimes } from '../times.ts'

export interface ThroughApiOptions {
  report: Report
  dir: string
  /** The number of accepted bodies. */
  bodies: number
  /** The number of queries whose times are compared with those of their hits. */
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

/** The results of the bodies sent. */
interface Tally {
  statuses: Record<number, number>
  /** Bodies that the guard took. */
  accepted: number
  /** Accepted bodies that the engine rejected, although the guard could have known. */
  unreadable: string[]
  faults: string[]
  leaks: string[]
  /** Responses that contain the engine's own wording. */
  words: string[]
}

/** Phrases of the engine's parse errors. */
const ENGINE_WORDS = /_exception\b|failed to (?:parse|create)|opensearch|\[\d+:\d+\]|For input string/i

/**
 * Sends accepted and mutated bodies to a real engine through the real API: it stays up, no response is a server error,
 * and the index with secrets is never read.
 */
export async function checkThroughApi({ report, dir, bodies, times, seed }: ThroughApiOptions): Promise<void> {
  report.step(`an engine with ${DOCUMENTS} documents and secrets next to them, the API before it`)
  await using dataset = await openProofDataset(dir, largeDatasetWish(DOCUMENTS))
  await plantCanary(dataset.url)
  await using api = await startProofApi({ engineUrl: dataset.url, generations: [] })
  await checkTimes(report, dataset.url, seed, times)
  const callers = await makeCallers(plainEndpoint(api), CALLERS)
  const before = await engineState(dataset.url)
  const tally: Tally = { statuses: {}, accepted: 0, unreadable: [], faults: [], leaks: [], words: [] }
  const startedAt = performance.now()

  report.step(
    `${badBodies.length} known-bad bodies, then ${bodies} that the guard takes and others, seeds from ${seed}`,
  )
  await sendAll(callers, knownBad().values(), tally, ['network_events'])
  const passed = tally.statuses[200] ?? 0
  report.check('no known-bad body gets an answer from the engine', passed === 0, `${passed} did`)
  await sendAll(callers, watched(judgedBodies(seed * 7_000_003, bodies), report), tally, INDEXES)

  const after = await engineState(dataset.url)
  const seconds = (performance.now() - startedAt) / 1_000
  const total = Object.values(tally.statuses).reduce((sum, each) => sum + each, 0)
  report.check('the engine stays up', after.startedAt === before.startedAt)
  report.check(
    `${total} requests, of them ${tally.accepted} with bodies that the guard takes: none is answered with a fault of ours`,
    tally.faults.length === 0,
    tally.faults.slice(0, SHOWN).join(' | ') || statusesOf(tally),
  )
  report.check(`${bodies} bodies that the guard takes were sent`, tally.accepted >= bodies, String(tally.accepted))
  report.check('no answer has words of the engine', tally.words.length === 0, tally.words.slice(0, SHOWN).join(' | '))
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
  report.figure('through_api_accepted', tally.accepted)
  report.figure('through_api_accepted_unreadable', tally.unreadable.length)
  for (const each of tally.unreadable.slice(0, SHOWN)) report.step(`the engine refused ${each}`)
  report.figure('through_api_per_second', total / seconds)
  await Promise.all(callers.map((each) => each.close()))
  await removeCanary(dataset.url)
}

/**
 * Fields that the tests invented or that only another index has: no document here has them, and no search matches them.
 */
const ELSEWHERE = /"x\.|engine_id|"scores\./

/** The corpus without cases about other fields, and without the empty body, which means `{}` to the API. */
function knownBad(): JudgedBody[] {
  const texts = badBodies.map(({ body }) =>
    typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  )
  return texts
    .filter((each) => each.length > 0 && !(typeof each === 'string' && ELSEWHERE.test(each)))
    .map((each) => ({ body: Buffer.from(each), isAccepted: false }))
}

/** Reports progress now and then. */
function* watched(bodies: Iterable<JudgedBody>, report: Report): Generator<JudgedBody> {
  let sent = 0
  for (const each of bodies) {
    yield each
    sent += 1
    if (sent % 10_000 === 0) report.step(`${sent} sent`)
  }
}

/** All callers take bodies from the same iterator. */
async function sendAll(
  callers: readonly Caller[],
  row: Iterator<JudgedBody>,
  tally: Tally,
  indexes: readonly string[],
): Promise<void> {
  let turn = 0
  await Promise.all(
    callers.map(async (caller) => {
      for (let next = row.next(); !next.done; next = row.next()) {
        const index = indexes[turn++ % indexes.length] ?? 'network_events'
        note(tally, next.value, await searchPatiently(caller, index, next.value.body))
      }
    }),
  )
}

function note(tally: Tally, { body, isAccepted }: JudgedBody, { status, text }: ApiAnswer): void {
  const { statuses, unreadable, faults, leaks, words } = tally
  statuses[status] = (statuses[status] ?? 0) + 1
  if (isAccepted) tally.accepted += 1
  const shown = () => `${status} ${text.slice(0, 200)} for ${Buffer.from(body).toString().slice(0, 600)}`
  if (status >= 500 || status === 429) faults.push(shown())
  // Without an error list it was not the guard that rejected it: across several indexes the known fields differ.
  if (isAccepted && status === 400 && !text.includes('"errors":')) unreadable.push(shown())
  if (status >= 400 && ENGINE_WORDS.test(text)) words.push(shown())
  if (text.includes(CANARY)) leaks.push(shown())
}

function statusesOf({ statuses }: Tally): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
}
