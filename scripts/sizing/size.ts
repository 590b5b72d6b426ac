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
}

const DAY = 86_400
const GIB = 1024 ** 3

/** What a load needs on one cluster. Rates are steady; peaks and searches use the cores that are left free. */
export function size(load: Load) {
  const copies = load.isReplicated ? 2 : 1
  const replication = load.isReplicated ? 3 : 1
  const busy = busyCores(load, copies, replication)
  const engine = engineOf(load, busy.engine, copies)
  const processes = processesOf(load, busy)
  const cores = coresOf(load, busy, engine.nodes)
  const memoryGibibytes = engine.engineGibibytes + servicesGibibytes(load, processes) + serversGibibytes(load)
  const logGibibytes = (load.events * DAY * measured.eventBytes) / measured.logCompression / GIB
  return {
    ...engine,
    ...processes,
    busy,
    cores,
    memoryGibibytes: Math.ceil(memoryGibibytes),
    /** What the log takes for 24 hours, before replication. */
    logGibibytes,
    diskTebibytes: (engine.storedGibibytes + logGibibytes * replication) / given.diskUse / 1024,
    ...networkOf(load, copies, replication),
    dollarsPerBillion: dollarsPerBillion(load, copies, cores * given.coreHour + memoryGibibytes * given.gibibyteHour),
  }
}

function busyCores({ events, probes, exported }: Load, copies: number, replication: number) {
  const batches = Math.min(events, probes / given.batchSeconds)
  const of = (micros: number) => (events * micros) / 1e6
  return {
    gateway: of(measured.gatewayMicros) + (batches * measured.batchMillis) / 1e3,
    kafka: of(measured.kafkaMicros) * replication,
    indexer: of(measured.indexerMicros),
    engine: of(measured.engineMicros) * copies,
    clusters: of(measured.clustersMicros),
    exporter: of(measured.exportMicros) * exported,
    others: of(measured.othersMicros),
  }
}

/** Data nodes of a cluster have more cores than ingest needs: their number follows from memory and disk. */
function coresOf({ isReplicated }: Load, busy: ReturnType<typeof busyCores>, nodes: number): number {
  const all = sum(Object.values(busy))
  if (!isReplicated) return Math.max(2, Math.ceil(all / given.targetUse))
  return Math.ceil((all - busy.engine) / given.targetUse) + nodes * given.nodeCores
}

function engineOf({ events, days, isReplicated }: Load, busy: number, copies: number) {
  const dayGibibytes = (events * DAY * measured.eventBytes * measured.diskPerEveByte) / GIB
  const hotDays = Math.min(days, given.hotDays)
  const memory =
    dayGibibytes * copies * (hotDays / given.hotDiskPerMemory + (days - hotDays) / given.olderDiskPerMemory)
  const storedGibibytes = dayGibibytes * copies * days
  const nodes = Math.max(
    isReplicated ? 3 : 1,
    ...(isReplicated
      ? [
          busy / given.targetUse / given.nodeCores,
          memory / given.nodeGibibytes,
          storedGibibytes / given.diskUse / 1024 / given.nodeDiskTebibytes,
        ].map(Math.ceil)
      : []),
  )
  const engineGibibytes = isReplicated
    ? nodes * given.nodeGibibytes
    : Math.max(given.leastEngineGibibytes, Math.ceil(memory))
  const shards = Math.min(given.mostShards, nodes)
  const generations = days * Math.max(1, Math.ceil(dayGibibytes / shards / given.shardGibibytes))
  const heap = Math.min(given.mostHeapGibibytes, engineGibibytes / nodes / 2)
  return {
    dayGibibytes,
    storedGibibytes,
    nodes,
    engineGibibytes,
    shards,
    /** Shards that a search of all days asks. */
    searchedShards: generations * shards,
    allShards: generations * given.indexesPerGeneration * shards * copies,
    mostShards: Math.floor(nodes * heap * given.shardsPerHeapGibibyte),
  }
}

/** A service is one thread, so the number of its copies follows from the cores that it needs. */
function processesOf({ probes }: Load, busy: ReturnType<typeof busyCores>) {
  const copiesFor = (cores: number) => Math.max(1, Math.ceil(cores / given.targetUse))
  const indexers = copiesFor(busy.indexer)
  const partitions = Math.min(
    given.mostPartitions,
    Math.max(given.leastPartitions, indexers * given.partitionsPerIndexer),
  )
  const gateways = Math.max(copiesFor(busy.gateway), Math.ceil(probes / measured.probesPerGateway))
  return { gateways, indexers, partitions, brokers: Math.max(1, Math.ceil(busy.kafka / given.targetUse / 8)) }
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
  const size = isReplicated ? 'several' : 'one'
  return given.brokerGibibytes[size] * (isReplicated ? 3 : 1) + given.databaseGibibytes[size] + coverage
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

function dollarsPerBillion({ events, days }: Load, copies: number, dollarsPerHour: number): number {
  const hours = 1e9 / events / 3_600
  const gigabytes = (measured.eventBytes * measured.diskPerEveByte * copies) / given.diskUse
  return dollarsPerHour * hours + gigabytes * given.gigabyteMonth * (days / 30)
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
