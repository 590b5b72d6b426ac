import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ApiClient, SearchAnswer } from './harness/api-client.ts'
import { intents } from './harness/intents.ts'
import { ALL_INDEXES, checkVerdict, judge, settle } from './harness/judge.ts'
import { createLoad } from './harness/load.ts'
import { connectApi, engineUrl, killEverything, startProofStack, up } from './harness/stack/proof-stack.ts'
import { createReport, type Report } from './harness/report.ts'

export interface FoundationOptions {
  dir: string
  events: number
  seed: number
}

/** End to end: every acknowledged event is stored once; the example searches; kill -9 of every process. */
export async function proveFoundation({ dir, events, seed }: FoundationOptions): Promise<void> {
  const report = createReport('foundation')
  await using proof = await startProofStack({ dir })
  const { stack, api } = proof
  const load = createLoad({ stackDir: dir, gateway: `https://127.0.0.1:${stack.state.config.gatewayPort}` })

  report.step(`sending ${events} events`)
  const startedAt = Date.now()
  await load.send(seed, events)
  report.figure('acknowledged_per_second', events / ((Date.now() - startedAt) / 1_000))
  await settle(api, events)
  report.figure('searchable_per_second', events / ((Date.now() - startedAt) / 1_000))
  const count = await api.count(ALL_INDEXES)
  report.check('count through the API', count === events, `${count} of ${events}`)
  checkVerdict(report, 'every acknowledged event is found, whole, once', events, await judge(api, load.oracles()))

  report.step('sending the same again')
  await load.send(seed, events)
  await sleep(5_000)
  checkVerdict(report, 'the same events again add none', events, await judge(api, load.oracles()))
  await checkIntents(report, api, engineUrl(stack))

  report.step('kill -9 of everything, right after the last acknowledgement')
  await load.send(seed + 1, events / 2)
  report.figure('processes_killed', await killEverything(dir))
  const downAt = Date.now()
  await up({ dir })
  report.figure('up_after_kill_seconds', (Date.now() - downAt) / 1_000)
  const again = await connectApi(stack)
  await settle(again, load.offered())
  checkVerdict(
    report,
    'nothing acknowledged was lost by kill -9 of everything',
    load.offered(),
    await judge(again, load.oracles()),
  )
  await load.send(seed + 2, 80)
  await settle(again, load.offered())
  checkVerdict(report, 'fresh events still pass', load.offered(), await judge(again, load.oracles()))
  again.close()
  report.end()
}

/** Each example search returns the same as the engine itself, except for `_type` and the time taken. */
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
