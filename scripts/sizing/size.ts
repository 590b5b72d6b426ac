import { assumptions as given } from './assumptions.ts'
import { measured } from './measured.ts'

export interface Load {
  events: number
  probes: number
  days: number
  /** Survives the loss of a node and of a broker: one replica of each shard, three copies of each partition. */
  isReplicated: boolean
  /** Share of the events that are exported. */
  exported: number
  /** Stored with `WATCHPOST_ENGINE_CODEC=best_compression`. */
  isCompressed?: boolean
}

const DAY = 86_400
const GIB = 1024 ** 3

/** What a load needs on one cluster. Rates are steady; peaks and searches use the cores that are left free. */
export function size(load: Load) {
  const copies = load.isReplicated ? 2 : 1
  const replication = load.isReplicated ? 3 : 1
  const storage = storageOf(load, copies)
  const processes = processesOf(load)
  const engine = engineOf(load, storage, copies)
  const busy = busyCores(load, { ...processes, copies, replication, shards: engine.shards })
  const cores = coresOf(load, busy, engine.nodes)
  const memoryGibibytes = engine.engineGibibytes + servicesGibibytes(load, processes) + serversGibibytes(load)
  const logGibibytes = (load.events * DAY * measured.eventBytes) / measured.logCompression / GIB
  const dollarsPerHour = cores * given.coreHour + memoryGibibytes * given.gibibyteHour
  return {
    ...storage,
    ...engine,
    ...processes,
    busy,
    cores,
    memoryGibibytes: Math.ceil(memoryGibibytes),
    brokers: load.isReplicated ? Math.max(3, Math.ceil(busy.kafka / given.targetUse / given.brokerCores)) : 1,
    /** What the log takes for 24 hours, before replication. */
    logGibibytes,
    diskTebibytes: (storage.storedGibibytes + logGibibytes * replication) / given.diskUse / 1024,
    ...networkOf(load, copies, replication),
    dollars: dollarsPerBillion(load, storage.storedGibibytes, dollarsPerHour),
  }
}

interface Parts {
  gateways: number
  indexers: number
  shards: number
  copies: number
  replication: number
}

/** Cores in use: for the events, and for what each process and shard does at any rate, such as refreshing. */
function busyCores(load: Load, { gateways, indexers, shards, copies, replication }: Parts) {
  const { steady } = measured
  const of = (stage: keyof typeof steady, parts: number, times = 1) =>
    ((load.events * steady[stage].micros) / 1e6) * times + steady[stage].fixed * parts
  return {
    gateway: of('gateway', gateways) + batchCores(load),
    kafka: of('kafka', replication, replication),
    indexer: of('indexer', indexers),
    engine: of('engine', shards * copies, copies),
    clusters: of('clusters', 1),
    exporter: (load.events * load.exported * measured.exportMicros) / 1e6,
    others: of('others', 1),
  }
}

/** A gateway pays for each batch, however small. */
function batchCores({ events, probes }: Load): number {
  return (Math.min(events, probes / given.batchSeconds) * measured.batchMillis) / 1e3
}

/** Data nodes of a cluster have more cores than ingest needs: their number follows from memory and disk. */
function coresOf({ isReplicated }: Load, busy: ReturnType<typeof busyCores>, nodes: number): number {
  const all = sum(Object.values(busy))
  if (!isReplicated) return Math.max(2, Math.ceil(all / given.targetUse))
  return Math.ceil((all - busy.engine) / given.targetUse) + nodes * given.nodeCores
}

function storageOf({ events, days, isCompressed }: Load, copies: number) {
  const share = measured.diskPerEveByte * (isCompressed ? measured.compressedShare : 1)
  const dayGibibytes = (events * DAY * measured.eventBytes * share) / GIB
  return { dayGibibytes, storedGibibytes: dayGibibytes * copies * days }
}

function engineOf(
  { events, days, isReplicated }: Load,
  { dayGibibytes, storedGibibytes }: ReturnType<typeof storageOf>,
  copies: number,
) {
  const hotDays = Math.min(days, given.hotDays)
  const memory =
    dayGibibytes * copies * (hotDays / given.hotDiskPerMemory + (days - hotDays) / given.olderDiskPerMemory)
  const forEvents = (events * measured.steady.engine.micros * copies) / 1e6
  const nodes = isReplicated
    ? Math.max(
        3,
        // What a shard does at any rate is part of what its node does.
        ...[
          forEvents / (given.nodeCores * given.targetUse - measured.steady.engine.fixed * copies),
          memory / given.nodeGibibytes,
          storedGibibytes / given.diskUse / 1024 / given.nodeDiskTebibytes,
        ].map(Math.ceil),
      )
    : 1
  const engineGibibytes = isReplicated
    ? nodes * given.nodeGibibytes
    : Math.max(given.leastEngineGibibytes, Math.ceil(memory))
  const shards = Math.min(given.mostShards, nodes)
  const searched = (gibibytes: number) => shards * days * Math.max(1, Math.ceil(dayGibibytes / shards / gibibytes))
  // Larger shards only where searches would ask too many.
  const { usual, largest } = given.shardGibibytes
  const shardGibibytes = searched(usual) > given.searchShards ? largest : usual
  const searchedShards = searched(shardGibibytes)
  const heap = Math.min(given.mostHeapGibibytes, engineGibibytes / nodes / 2)
  return {
    nodes,
    engineGibibytes,
    shards,
    shardGibibytes,
    /** Shards that a search of all days asks. */
    searchedShards,
    allShards: searchedShards * given.indexesPerGeneration * copies,
    mostShards: Math.floor(nodes * heap * given.shardsPerHeapGibibyte),
  }
}

/** A service is one thread, so the number of its copies follows from the cores that it needs. */
function processesOf(load: Load) {
  const { gateway, indexer } = measured.steady
  const least = load.isReplicated ? 2 : 1
  const copiesFor = (cores: number, fixed: number) => Math.max(least, Math.ceil(cores / (given.targetUse - fixed)))
  const indexers = copiesFor((load.events * indexer.micros) / 1e6, indexer.fixed)
  const gatewayCores = (load.events * gateway.micros) / 1e6 + batchCores(load)
  const gateways = Math.max(copiesFor(gatewayCores, gateway.fixed), Math.ceil(load.probes / measured.probesPerGateway))
  return { gateways, indexers, partitions: partitionsFor(indexers) }
}

/** Partitions cannot be added later, so they are enough for a multiple of the load. */
function partitionsFor(indexers: number): number {
  return Math.min(
    given.mostPartitions,
    Math.max(given.leastPartitions, indexers * given.partitionsPerIndexer * given.growth),
  )
}

function servicesGibibytes({ probes }: Load, { gateways, indexers }: ReturnType<typeof processesOf>): number {
  const others = 4
  const mebibytes =
    (probes * measured.probeKibibytes) / 1024 +
    gateways * 100 +
    indexers * measured.indexerMebibytes +
    others * given.serviceMebibytes
  return mebibytes / 1024
}

function serversGibibytes({ probes, isReplicated }: Load): number {
  const coverage = (probes / measured.probesPerGateway) * (measured.coverageMebibytes / 1024)
  const machines = isReplicated ? 'several' : 'one'
  return given.brokerGibibytes[machines] * (isReplicated ? 3 : 1) + given.databaseGibibytes[machines] + coverage
}

/** Megabytes per second of a cluster: from probes, and between its machines. */
function networkOf({ events, exported }: Load, copies: number, replication: number) {
  const compressed = (events * measured.eventBytes) / measured.logCompression / 1e6
  const documents = (events * measured.eventBytes * given.documentFactor) / 1e6
  const readings = 1 + Math.ceil(exported)
  return {
    probeMegabytes: compressed,
    innerMegabytes: compressed * (replication + readings) + documents * copies,
  }
}

function dollarsPerBillion({ events, days }: Load, storedGibibytes: number, dollarsPerHour: number) {
  const hours = 1e9 / events / 3_600
  // Bytes of an event, so gigabytes of a billion.
  const gigabytesPerBillion = (storedGibibytes * GIB) / (events * DAY * days)
  const machines = dollarsPerHour * hours
  const disk = (gigabytesPerBillion / given.diskUse) * given.gigabyteMonth * (days / 30)
  return { machines, disk, all: machines + disk }
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
