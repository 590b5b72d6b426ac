import { abortedLater, loadConfig, stopSignal } from '@watchpost/runtime'
import { composeIndexer } from './compose.ts'
import { runIndexLoop } from './index-loop.ts'
import { IndexerConfig } from './indexer-config.ts'
import { runLeadLoop } from './lead-loop.ts'

const config = loadConfig(IndexerConfig)
const indexer = composeIndexer(config)
const told = stopSignal(config.graceMs)
// What the engine has not taken by then was not committed either: the next indexer reads it again.
const giveUp = abortedLater(told, config.graceMs * 0.7)
const failed = new AbortController()
const stop = AbortSignal.any([told, failed.signal])

await indexer.start()
const leading = runLeadLoop(indexer.leading, stop)
try {
  await runIndexLoop(indexer.indexing, stop, giveUp)
} catch (error) {
  if (!giveUp.aborted) throw error
  indexer.logger.warn('gave up the batch in hand; it will be read again')
} finally {
  failed.abort()
  await leading
  await indexer.stop()
}
