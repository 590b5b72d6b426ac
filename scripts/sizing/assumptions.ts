/** What was not measured. */
export const assumptions = {
  /** Share of the cores in use in steady state: the rest is for searches, and for catching up at twice the rate. */
  targetUse: 0.5,
  /** An agent sends a batch after this time, however small it is (`apps/probe/src/read/gather.ts`). */
  batchSeconds: 0.2,
  /** Bytes of a document in a bulk request, of the bytes of EVE: the envelope is added. */
  documentFactor: 1.45,
  /** A data node. */
  nodeCores: 8,
  nodeGibibytes: 64,
  nodeDiskTebibytes: 8,
  /** Share of a disk that may be filled; the appliance removes old events above 80%. */
  diskUse: 0.75,
  /** Bytes on disk for a byte of memory: the newest days are searched most. */
  hotDays: 7,
  hotDiskPerMemory: 30,
  olderDiskPerMemory: 100,
  /** Most shards per GiB of heap (AWS, OpenSearch Service Lens), and the largest heap with small pointers. */
  shardsPerHeapGibibyte: 25,
  mostHeapGibibytes: 31,
  /** Indexes of a generation: network_events, malware, code_analysis, alerts. */
  indexesPerGeneration: 4,
  /** Partitions for each indexer, so that partitions with busy probes spread over them. */
  partitionsPerIndexer: 3,
  /** How many times the load may grow before partitions, which cannot be added, limit the indexers. */
  growth: 4,
  leastPartitions: 12,
  mostPartitions: 1_024,
  mostShards: 64,
  /** Roll-over of a shard, GiB (`INDEXER_ROLL_OVER_BYTES`): the default, and the most that AWS recommends for logs. */
  shardGibibytes: { usual: 30, largest: 50 },
  /** Shards that one search may ask (`API_SEARCH_SHARDS`). */
  searchShards: 500,
  /** Memory of each API, clusters, exporter and supervisor process, MiB: heap limit and about 100 more. */
  serviceMebibytes: 356,
  brokerCores: 8,
  /** Memory of a broker and of PostgreSQL, GiB: on one machine, and in a cluster with its page cache. */
  brokerGibibytes: { one: 1, several: 8 },
  databaseGibibytes: { one: 1, several: 16 },
  /** Least memory of the engine, GiB. */
  leastEngineGibibytes: 2,
  /** List prices in US dollars: 4 cores and 16 GiB then cost 0.192 an hour, as AWS m5.xlarge in US East; disk as gp3. */
  coreHour: 0.0316,
  gibibyteHour: 0.0041,
  gigabyteMonth: 0.08,
} as const
