import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@watchpost/servers'
import type { ApiClient } from '../harness/api-client.ts'
import { checkVerdict, judge } from '../harness/judge.ts'
import type { Load } from '../harness/load.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { explainMissing } from './explain-missing.ts'
import { livingProcesses, type StackFolder } from '../../stack/stack-folder.ts'
import { settleByLag } from './lag/settle-by-lag.ts'
import { patient } from '../harness/burners.ts'

const SEED = 500

/**
 * Loses one of three brokers and one of three engine nodes permanently while events arrive and searches continue. An
 * indexer is restarted at the same moment.
 */
export async function proveLostNodes(
  { stack, api }: ProofStack,
  load: Load,
  report: Report,
  events: number,
): Promise<void> {
  await load.send(SEED, events)
  await settleByLag(stack, api, load.offered(), report)
  const searching = searchOnAndOn(api)
  const sending = load.send(SEED + 1, events)
  sending.catch(() => undefined)
  await sleep(1_000)
  const lost = ['kafka-2', 'opensearch-2'].flatMap((name) => stack.servers.filter((server) => server.name === name))
  for (const server of lost) {
    report.step(`lost: ${server.name}`)
    await server.kill9()
  }
  // The group rebalances immediately, while the brokers still name the lost one as a leader.
  restartIndexer(stack.folder, report)
  await sending
  const settled = await settleByLag(stack, api, load.offered(), report)
  const { answered, failed, longestGapMs } = await searching.stop()
  report.figure('searches_answered', answered)
  report.figure('searches_failed', failed)
  report.figure('longest_search_gap_ms', longestGapMs)
  report.check('searches went on', answered > 0, `${answered} answered, ${failed} failed`)
  report.checkTime('the longest gap between two answered searches', longestGapMs / 1_000, 30)
  const verdict = await judge(api, load.oracles())
  checkVerdict(
    report,
    'one broker and one engine node lost: acknowledged is found, whole, once',
    load.offered(),
    verdict,
  )
  await explainMissing(stack, api, verdict, settled, report)

  for (const server of lost) await server.start()
  const isWhole = async () =>
    (await Promise.all(stack.servers.map((server) => server.problem()))).every((problem) => problem === undefined)
  report.check(
    'the clusters are whole again when the nodes return',
    await waitUntil(isWhole, { withinMs: patient(180_000) }),
  )
  checkVerdict(
    report,
    'after their return: acknowledged is found, whole, once',
    load.offered(),
    await judge(api, load.oracles()),
  )
}

function restartIndexer(folder: StackFolder, report: Report): void {
  const pid = livingProcesses(folder).get('indexer')
  if (pid === undefined) throw new Error('no indexer runs')
  report.step('restarted: indexer')
  process.kill(pid, 'SIGTERM')
}

function searchOnAndOn(api: ApiClient) {
  const stopped = new AbortController()
  let answered = 0
  let failed = 0
  let longestGapMs = 0
  let lastAt = Date.now()
  const body = { size: 10, query: { match: { event_type: 'alert' } }, sort: { '@timestamp': 'desc' } }
  const running = (async () => {
    while (!stopped.signal.aborted) {
      const { status } = await api
        .send('POST', '/api/data/es/search?index=network_events', body)
        .catch(() => ({ status: 0 }))
      if (status === 200) {
        answered++
        longestGapMs = Math.max(longestGapMs, Date.now() - lastAt)
        lastAt = Date.now()
      } else failed++
      await sleep(100)
    }
  })()
  return {
    async stop() {
      stopped.abort()
      await running
      return { answered, failed, longestGapMs: Math.max(longestGapMs, Date.now() - lastAt) }
    },
  }
}
