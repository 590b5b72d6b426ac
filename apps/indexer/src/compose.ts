import { settingsFrom } from '@watchpost/contract'
import {
  autoCreateSetting,
  checkAutoCreate,
  connectEngine,
  createEventIndex,
  createGenerationIndex,
  untilEngineAnswers,
} from '@watchpost/engine'
import { createBacklog, createDeadLetters, createLogPositions, createLogReader } from '@watchpost/log'
import { createScorers } from '@watchpost/risk'
import { createLogger, createMetrics, createTracer, internalServer, lifecycle } from '@watchpost/runtime'
import {
  connectStore,
  createAlertMarkStore,
  createClockWatch,
  createGenerationStore,
  createHoldStore,
  createLeaderLock,
  createLedgerStore,
  createPlaceStore,
  createProbeClockStore,
  createSettingStore,
  createSettingWatch,
  createRiskPolicyStore,
  untilStoreAnswers,
} from '@watchpost/store'
import { createAutoCreateGuard } from './auto-create-guard.ts'
import { createBatchWatch } from './watch/batch-watch.ts'
import { createCaretaker } from './caretaker.ts'
import { createClockKeeper } from './clock/clock-keeper.ts'
import { checkFamilies } from './family-check.ts'
import { createGenerations } from './generations.ts'
import type { IndexLoopPorts } from './index-loop.ts'
import type { IndexerConfig } from './indexer-config.ts'
import type { LeadLoopPorts } from './lead-loop.ts'
import { createLedgerKeeper } from './ledger-keeper.ts'
import { createPlacer, type SealedShelf } from './place.ts'
import { createRefreshPace } from './refresh-pace.ts'
import { createShelf } from './shelf.ts'
import { createStallWatch } from './watch/stall-watch.ts'
import { createStorageWatch } from './watch/storage-watch.ts'
import { createStreamPlaces } from './stream-places.ts'
import { createIndexerTelemetry } from './telemetry.ts'

/** Builds the indexer: log → engine. */
export function composeIndexer(config: IndexerConfig) {
  const logger = createLogger('indexer', config.logLevel)
  const metrics = createMetrics('indexer')
  const tracer = createTracer('indexer', config.tracing, { logger, metrics })
  const telemetry = createIndexerTelemetry(metrics, logger, tracer)
  const client = connectEngine(config.engine)
  // Questions and roll-overs may be put again; bulk requests are repeated item by item instead.
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
  const log = createLogReader(config.log, {
    clientId: 'watchpost-indexer',
    group: 'indexer',
    maxRecords: config.batchRecords,
    onJoin: telemetry.joined,
    onExpired(partition, count) {
      telemetry.lost(partition, count)
      ledger.forgot(partition)
    },
  })

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
  // A batch waits for the engine too, as it does when it is written.
  const stored: SealedShelf = {
    highestSequences: (...asked) => untilEngineAnswers(() => generationIndex.highestSequences(...asked), logger),
    present: (...asked) => untilEngineAnswers(() => generationIndex.present(...asked), logger),
  }
  const shelf = createShelf({
    place: checkFamilies(createPlacer(generations, places, stored), stored.present, {
      uncommittedRecords: config.batchRecords,
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
      holds,
      retention,
      logger,
    },
    config,
  )
  const backlog = createBacklog(config.log, 'indexer')
  const refreshPace = createRefreshPace(
    {
      unread: backlog.unread,
      openGenerations: async () => (await generationStore.list()).filter((each) => !each.isSealed),
      setRefresh: generationIndex.setRefresh,
      logger,
    },
    config.engine,
  )
  const scorers = createScorers(createRiskPolicyStore(store), telemetry.policyMissing)
  const clockStore = createProbeClockStore(store)
  const clocks = createClockKeeper(async (corrections, stop) => {
    await untilStoreAnswers(() => clockStore.add(corrections), logger, stop)
  })
  const indexing: IndexLoopPorts = { log, shelf, deadLetters, ledger, clocks, scorers, telemetry, watch }
  const leadership = { isLeading: false }
  const leading: LeadLoopPorts = {
    lead: createLeaderLock(store, 'indexerLeader'),
    onLeading(isLeading) {
      leadership.isLeading = isLeading
    },
    caretaker,
    refreshPace,
    logger,
  }

  const rejoin = Promise.withResolvers<never>()
  // Awaited by the main loop; until then a rejection must not end the process.
  rejoin.promise.catch(() => undefined)
  const positions = createLogPositions(config.log, 'watchpost-indexer-positions')
  const stalls = createStallWatch({
    progress: () => positions.progress('indexer'),
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
    backlog,
    { name: 'log positions', stop: () => positions.stop() },
    watch,
    log,
    stalls,
  ])
  return {
    ...life,
    indexing,
    leading,
    logger,
    internalPort: internal.port,
    /** Rejects when this copy has to leave the group and start again. */
    rejoinWanted: rejoin.promise,
    /** A failure here is only a late leave: the broker expels a member that says nothing. */
    leaveGroup: () => log.stop().catch((error: unknown) => logger.warn({ err: error }, 'the group could not be left')),
  }
}
