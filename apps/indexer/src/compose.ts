import { settingsFrom } from '@watchpost/contract'
import {
  autoCreateSetting,
  checkAutoCreate,
  connectEngine,
  createAlertProjection,
  createEventIndex,
  createGenerationIndex,
  untilEngineAnswers,
} from '@watchpost/engine'
import { createCurrentLogReader, createDeadLetters, createLogPositions, createLogWatch } from '@watchpost/log'
import { createScorers } from '@watchpost/risk'
import { createLogger, createMetrics, createTracer, internalServer, lifecycle } from '@watchpost/runtime'
import {
  connectStore,
  createAlertMarkStore,
  createAlertOutboxStore,
  createClusterRecountStore,
  createClockWatch,
  createCoverageStore,
  createGenerationStore,
  createHoldStore,
  createLeaderLock,
  createLedgerStore,
  createLogEpochStore,
  createPlaceStore,
  createProbeClockStore,
  createReprojectionStore,
  createSettingStore,
  createSettingWatch,
  createRiskPolicyStore,
  untilStoreAnswers,
} from '@watchpost/store'
import { createAutoCreateGuard } from './auto-create-guard.ts'
import { createBatchWatch } from './watch/batch-watch.ts'
import { createCaretaker } from './caretaker.ts'
import { createClockKeeper } from './clock/clock-keeper.ts'
import { checkFamilies } from './placing/family-check.ts'
import { createGenerations } from './generations.ts'
import type { IndexLoopPorts } from './index-loop.ts'
import type { IndexerConfig } from './indexer-config.ts'
import type { LeadLoopPorts } from './lead-loop.ts'
import { createLedgerKeeper } from './ledger-keeper.ts'
import { createPlacer, type SealedIndexes } from './placing/place.ts'
import { createDocumentWriter } from './placing/document-writer.ts'
import type { ProjectionLoopPorts } from './projection/projection-loop.ts'
import { createProjectionTelemetry } from './projection/projection-telemetry.ts'
import { createProjector } from './projection/projector.ts'
import { createStallWatch } from './watch/stall-watch.ts'
import { createStorageWatch } from './watch/storage-watch.ts'
import { createStreamPlaces } from './placing/stream-places.ts'
import { createIndexerTelemetry } from './telemetry.ts'
import { composeUpkeep } from './upkeep/compose-upkeep.ts'

/** Builds the indexer: log → engine. */
export function composeIndexer(config: IndexerConfig) {
  const logger = createLogger('indexer', config.logLevel)
  const metrics = createMetrics('indexer')
  const tracer = createTracer('indexer', config.tracing, { logger, metrics })
  const telemetry = createIndexerTelemetry(metrics, logger, tracer)
  const client = connectEngine(config.engine)
  // Queries and roll-overs may be retried as a whole; bulk requests are retried item by item instead.
  const patientClient = connectEngine(config.engine, { maxRetries: 3 * config.engine.nodes.length })
  const store = connectStore(config.store, 'indexer')
  const watch = createBatchWatch(logger)
  const deadLetters = createDeadLetters(config.log, 'watchpost-indexer-dead')
  const ledgerStore = createLedgerStore(store)
  const ledger = createLedgerKeeper({
    enter: async (entries, stop) => {
      await untilStoreAnswers(() => ledgerStore.enter(entries), logger, stop)
    },
    expire: (partition, stop) =>
      untilStoreAnswers(() => ledgerStore.expire(partition, config.log.partitions), logger, stop),
  })
  const positions = createLogPositions(config.log, 'watchpost-indexer-positions')
  const epochs = createLogEpochStore(store)
  const logWatch = createLogWatch({
    topicId: positions.topicId,
    learn: (topicId) => untilStoreAnswers(() => epochs.learn(topicId), logger),
    newest: () => untilStoreAnswers(epochs.newest, logger),
    logger,
  })
  const readerOptions: Parameters<typeof createCurrentLogReader>[1] = {
    clientId: 'watchpost-indexer',
    group: 'indexer',
    maxRecords: config.batchRecords,
    onJoin: telemetry.joined,
    onExpired(partition, count) {
      telemetry.lost(partition, count)
      ledger.forgot(partition)
    },
  }
  const log = createCurrentLogReader(config.log, readerOptions, logWatch.current)

  const settings = createSettingWatch(createSettingStore(store, settingsFrom), { logger, metrics })

  const generationStore = createGenerationStore(store)
  const placeStore = createPlaceStore(store)
  const generationIndex = createGenerationIndex(patientClient, config.engine)
  // A batch waits for the database: a deadlock or a timeout is no reason to give up the partitions.
  const patient = <T>(ask: () => Promise<T>) => untilStoreAnswers(ask, logger)
  const places = createStreamPlaces({
    find: (streams) => patient(() => placeStore.find(streams)),
    add: (added) => patient(() => placeStore.add(added)),
    move: (moved, generation) => patient(() => placeStore.move(moved, generation)),
  })
  const generations = createGenerations(generationStore, places.forget)
  const events = createEventIndex(client, {
    concurrency: config.bulkConcurrency,
    maxBulkBytes: config.maxBulkBytes,
    bulkTimeoutMs: config.bulkTimeoutMs,
    onRetry(reason, documents) {
      telemetry.retried(reason, documents)
      watch.retried(reason)
    },
  })
  // A batch waits for the engine here too, as it does for writes.
  const stored: SealedIndexes = {
    highestSequences: (...asked) => untilEngineAnswers(() => generationIndex.highestSequences(...asked), logger),
    present: (...asked) => untilEngineAnswers(() => generationIndex.present(...asked), logger),
  }
  const documentWriter = createDocumentWriter({
    place: checkFamilies(createPlacer(generations, places, stored), stored.present, {
      // A batch whose entries wait for the next one, and that next one.
      uncommittedRecords: 2 * config.batchRecords,
    }),
    generations,
    write: events.write,
    indexName: generationIndex.indexName,
    telemetry,
  })

  const retention = async () => {
    const { retention_days, disk_limit_percent } = await settings.read()
    return { days: retention_days, diskLimit: disk_limit_percent / 100 }
  }
  const holds = createHoldStore(store)
  const storage = createStorageWatch({ engine: generationIndex, retention, logger, metrics })
  const caretaker = createCaretaker(
    {
      engine: generationIndex,
      generations: generationStore,
      places: placeStore,
      marks: createAlertMarkStore(store),
      ledger: ledgerStore,
      coverage: createCoverageStore(store),
      holds,
      retention,
      logger,
    },
    config,
  )
  const leadership = { isLeading: false }
  const upkeep = composeUpkeep(
    {
      engine: generationIndex,
      progress: () => positions.progress('indexer'),
      generations: generationStore.list,
      retention,
      isLeading: () => leadership.isLeading,
      logger,
      metrics,
    },
    { ...config.upkeep, refreshSeconds: config.engine.refreshSeconds },
  )
  const scorers = createScorers(createRiskPolicyStore(store), telemetry.policyMissing)
  const clockStore = createProbeClockStore(store)
  const clocks = createClockKeeper(async (corrections, stop) => {
    await untilStoreAnswers(() => clockStore.add(corrections), logger, stop)
  })
  const indexing: IndexLoopPorts = { log, documentWriter, deadLetters, ledger, clocks, scorers, telemetry, watch }
  const leading: LeadLoopPorts = {
    lead: createLeaderLock(store, 'indexerLeader'),
    onLeading(isLeading) {
      leadership.isLeading = isLeading
    },
    caretaker,
    upkeep,
    logger,
  }

  const projection = createAlertProjection(patientClient, config.engine)
  const projecting: ProjectionLoopPorts = {
    lead: createLeaderLock(store, 'projectionLeader'),
    prepare: projection.prepare,
    projector: createProjector({
      outbox: createAlertOutboxStore(store),
      reprojection: createReprojectionStore(store),
      recounts: createClusterRecountStore(store),
      engine: projection,
      telemetry: createProjectionTelemetry(metrics, logger),
    }),
    logger,
  }

  const rejoin = Promise.withResolvers<never>()
  // The main loop awaits it; this only prevents an unhandled rejection.
  rejoin.promise.catch(() => undefined)
  const stalls = createStallWatch({
    progress: () => positions.progress('indexer'),
    epoch: () => logWatch.current().epoch,
    assigned: log.assigned,
    assignedToAny: () => positions.assigned('indexer'),
    isLeading: () => leadership.isLeading,
    waitsFor: watch.waitsFor,
    holds: async () => (await holds.list()).map(({ reason }) => reason),
    rejoin: (reason) => rejoin.reject(new Error(`joining the group again: ${reason}`)),
    logger,
  })
  metrics.gauge(
    'indexer_stalled_partitions',
    'Partitions with unread events that have not moved for a minute without a known cause.',
    [],
    () => stalls.stalled().length,
  )

  const internal = internalServer(config.internal, metrics, () =>
    log.isConnected() ? undefined : 'not a member of the group of indexers',
  )
  const life = lifecycle([
    internal,
    tracer,
    { name: 'store', stop: () => store.close() },
    { name: 'engine', stop: () => Promise.all([client.close(), patientClient.close()]) },
    createAutoCreateGuard({
      check: () => checkAutoCreate(client, config.engine),
      setting: autoCreateSetting(config.engine),
      logger,
    }),
    settings,
    createClockWatch(store, { logger, metrics }),
    storage,
    deadLetters,
    { name: 'log positions', stop: () => positions.stop() },
    watch,
    logWatch,
    log,
    stalls,
  ])
  return {
    ...life,
    indexing,
    leading,
    projecting,
    logger,
    internalPort: internal.port,
    /** Rejects when this indexer has to leave the group and restart. */
    rejoinWanted: rejoin.promise,
    /** Rejects when the log was replaced. */
    logReplaced: logWatch.replaced,
    /** A failure only delays leaving: the broker removes a member that stops sending heartbeats. */
    leaveGroup: () => log.stop().catch((error: unknown) => logger.warn({ err: error }, 'cannot leave the group')),
  }
}
