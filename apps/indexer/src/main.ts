import { LogReplaced } from '@watchpost/log'
import { abortedLater, exitWithin, loadConfig, stopSignal } from '@watchpost/runtime'
import { composeIndexer } from './compose.ts'
import { runIndexLoop } from './index-loop.ts'
import { IndexerConfig } from './indexer-config.ts'
import { runLeadLoop } from './lead-loop.ts'
import { runProjectionLoop } from './projection/projection-loop.ts'

const REPLACED_GRACE_MS = 15_000

const config = loadConfig(IndexerConfig, undefined, { service: 'indexer' })
const indexer = composeIndexer(config)
const told = stopSignal(config.graceMs)
// What the engine has not stored by then was not committed either: the next indexer reads it again.
const giveUp = abortedLater(told, config.graceMs * 0.7)
const failed = new AbortController()
const stop = AbortSignal.any([told, failed.signal])

await indexer.start()
const leading = runLeadLoop(indexer.leading, stop)
const projecting = runProjectionLoop(indexer.projecting, stop)
try {
  await Promise.race([runIndexLoop(indexer.indexing, stop, giveUp), indexer.rejoinWanted, indexer.logReplaced])
} catch (error) {
  if (!giveUp.aborted) {
    // A new epoch is closed for a minute: events of the old log have to be stored by then.
    exitWithin(error instanceof LogReplaced ? Math.min(config.graceMs, REPLACED_GRACE_MS) : config.graceMs)
    throw error
  }
  indexer.logger.warn('gave up the current batch; it will be read again')
} finally {
  failed.abort()
  // Leave first: until then, the group assigns its partitions to no other indexer.
  await indexer.leaveGroup()
  await Promise.all([leading, projecting])
  await indexer.stop()
}
