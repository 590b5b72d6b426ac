import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ApiClient, SearchAnswer } from './api-client.ts'
import { intents } from './intents.ts'
import { judge, type Verdict } from './judge.ts'
import { connectApi, engineUrl, killEverything, startProofStack, up } from './proof-stack.ts'
import { createReport, type Report } from './report.ts'
import { runCommand } from './run-command.ts'

const ALL_INDEXES = 'network_events,malware,code_analysis'
const SETTLED_WITHIN_MS = 180_000

export interface FoundationOptions {
  dir: string
  events: number
  seed: number
}

/** One event, all the way: what is acknowledged is stored, once; the example searches; kill -9 of everything. */
export async function proveFoundation({ dir, events, seed }: FoundationOptions): Promise<void> {
  const report = createReport('foundation')
  await using proof = await startProofStack({ dir })
  const { stack, api } = proof
  const oracle = join(stack.folder.root, 'oracle', `seed-${seed}.ndjson`)
  const gateway = `https://127.0.0.1:${stack.state.config.gatewayPort}`
  const simulate = (count: number, ofSeed: number) =>
    runCommand(
      'apps/simulate/src/main.ts',
      `--probes 8 --events ${count} --seed ${ofSeed} --gateway ${gateway} --stack ${dir}`.split(' '),
    )

  report.step(`sending ${events} events`)
  const startedAt = Date.now()
  await simulate(events, seed)
  report.figure('acknowledged_per_second', events / ((Date.now() - startedAt) / 1_000))
  await settle(api, events)
  report.figure('searchable_per_second', events / ((Date.now() - startedAt) / 1_000))
  report.check(
    'count through the API',
    (await api.count(ALL_INDEXES)) === events,
    `${await api.count(ALL_INDEXES)} of ${events}`,
  )
  checkVerdict(report, 'every acknowledged event is found, whole, once', events, await judge(api, oracle))

  report.step('sending the same again')
  await simulate(events, seed)
  await sleep(5_000)
  checkVerdict(report, 'the same events again add none', events, await judge(api, oracle))

  await checkIntents(report, api, engineUrl(stack))

  report.step('kill -9 of everything')
  const killed = await killEverything(dir)
  const downAt = Date.now()
  await up({ dir })
  report.figure('processes_killed', killed)
  report.figure('up_after_kill_seconds', (Date.now() - downAt) / 1_000)
  await using after = { api: await connectApi(stack), [Symbol.asyncDispose]: async () => after.api.close() }
  await settle(after.api, events)
  checkVerdict(report, 'nothing acknowledged was lost by kill -9 of everything', events, await judge(after.api, oracle))
  await simulate(80, seed + 1)
  await settle(after.api, events + 80)
  report.check('a fresh event still passes', (await after.api.count(ALL_INDEXES)) === events + 80)
  report.end()
}

function checkVerdict(report: Report, name: string, events: number, verdict: Verdict): void {
  const { sent, found, missing, repeated, alien, altered, examples } = verdict
  const isRight = sent === events && found === events && missing + repeated + alien + altered === 0
  report.check(
    name,
    isRight,
    `${found} found, ${missing} missing, ${repeated} repeated, ${alien} alien, ${altered} altered ${examples.join(' ')}`,
  )
}

/** Waits until that many events are searchable, or until the patience ends: the checks then say what is missing. */
async function settle(api: ApiClient, events: number): Promise<void> {
  const deadline = Date.now() + SETTLED_WITHIN_MS
  while (Date.now() < deadline && (await api.count(ALL_INDEXES)) < events) await sleep(250)
}

/** Each example search answers as the engine answers directly, but for `_type` and the time it took. */
async function checkIntents(report: Report, api: ApiClient, engine: string): Promise<void> {
  for (const { name, index, body } of intents) {
    const [ours, direct] = await Promise.all([api.search(index, body), searchEngine(engine, index, body)])
    const hits = ours.hits.hits.length
    const buckets = Object.values(ours.aggregations ?? {}).reduce((sum, { buckets: each }) => sum + each.length, 0)
    const hasType = ours.hits.hits.every((hit) => hit._type === '_doc')
    const isSame = isDeepStrictEqual(comparable(ours), comparable(direct))
    report.check(`intent: ${name}`, isSame && hasType && hits + buckets > 0, `${hits} hits, ${buckets} buckets`)
  }
}

async function searchEngine(engine: string, index: string, body: unknown): Promise<SearchAnswer> {
  const response = await fetch(`${engine}/${index}/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as SearchAnswer
}

function comparable(answer: SearchAnswer): unknown {
  const { took: _took, ...rest } = answer
  const hits = answer.hits.hits.map(({ _type, ...hit }) => hit)
  return { ...rest, hits: { ...answer.hits, hits } }
}
