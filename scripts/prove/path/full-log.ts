import { createBacklog, LogConfig } from '@watchpost/log'
import { loadConfig } from '@watchpost/runtime'
import { waitUntil } from '@watchpost/servers'
import { Type } from 'typebox'
import { checkVerdict, judge } from '../harness/judge.ts'
import type { Load } from '../harness/load.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { livingProcesses } from '../../stack/stack-folder.ts'
import { explainMissing } from './explain-missing.ts'
import { settleByLag } from './lag/settle-by-lag.ts'
import { refusedBatches } from './service-metrics.ts'
import { patient } from '../harness/burners.ts'

const SEED = 800
const HELD_WITHIN_MS = 180_000

/**
 * Indexers are paused until the log is close to its retention: gateways reject batches, nothing expires, and everything
 * arrives.
 */
export async function proveFullLog(
  { stack, api }: ProofStack,
  load: Load,
  report: Report,
  events: number,
): Promise<void> {
  const { log } = loadConfig(Type.Object({ log: LogConfig }), {
    ...process.env,
    WATCHPOST_CONFIG_FILE: stack.folder.environment,
  })
  const meter = createBacklog(log, 'indexer')
  const indexers = [...livingProcesses(stack.folder)].filter(([name]) => name.startsWith('indexer'))
  for (const [, pid] of indexers) process.kill(pid, 'SIGSTOP')

  const sending = load.send(SEED, events)
  sending.catch(() => undefined)
  const isHeld = await waitUntil(async () => (await refusedBatches(stack, 'backlog')) > 0, {
    withinMs: patient(HELD_WITHIN_MS),
  })
  const { bytesShare, records } = await meter.measure(0.7)
  report.figure('backlog_share_when_held', bytesShare)
  report.check(
    'gateways answer 429 when the log is near to forgetting',
    isHeld,
    `${records} unread, ${Math.round(bytesShare * 100)}% of what is kept`,
  )
  for (const [, pid] of indexers) process.kill(pid, 'SIGCONT')
  await sending
  const settled = await settleByLag(stack, api, load.offered(), report)
  const verdict = await judge(api, load.oracles())
  checkVerdict(report, 'everything arrives once the indexers run again', load.offered(), verdict)
  await explainMissing(stack, api, verdict, settled, report)
  await meter.stop()
}
