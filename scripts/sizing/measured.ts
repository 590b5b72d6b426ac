/**
 * What was measured on two cores, with the place in PERFORMANCE.md. `measured.test.ts` compares them with that page; after
 * a new measurement change them here, and run `pnpm gen`.
 */
export const measured = {
  /** CPU time per event, µs: "Ingest compared with bare bulk requests", column "the pipeline". */
  gatewayMicros: 19,
  kafkaMicros: 7,
  indexerMicros: 39,
  engineMicros: 137,
  clustersMicros: 11,
  /** Exporter without exports, API without requests, PostgreSQL, supervisor. */
  othersMicros: 7,
  /** CPU time of the exporter per exported event, µs: "Exports over syslog". One process serves all exports. */
  exportMicros: 30,
  exportEventsPerSecond: 32_600,
  /** Stored bytes of a byte of EVE, entries of alerts and clusters included. */
  diskPerEveByte: 0.59,
  /** Size of an event, bytes: "Storage". */
  eventBytes: 1_112,
  /** Share of the disk that `best_compression` needs: 329 of 530 bytes. */
  compressedShare: 329 / 530,
  /** How many times smaller records are in Kafka: "Memory of the services". */
  logCompression: 8,
  /** CPU time of a gateway per batch, ms, and memory per probe, KiB: "Many probes at one gateway". */
  batchMillis: 0.42,
  probeKibibytes: 164,
  probesPerGateway: 10_000,
  /** Coverage of 10,000 probes over 30 days in PostgreSQL, MiB: "Coverage". */
  coverageMebibytes: 1_994,
  /** Resident memory of an indexer that catches up, MiB. */
  indexerMebibytes: 294,
  /** Most events per second on two cores, everything included. */
  boxEventsPerSecond: 7_644,
} as const

/** Share of events that are alerts in the measured data, and so what the clusters service spends on one alert. */
export const ALERT_SHARE = 0.02
