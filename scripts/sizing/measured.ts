/**
 * What was measured on two cores, with the place in PERFORMANCE.md. `measured.test.ts` compares them with that page; after
 * a new measurement change them here, and run `pnpm gen`.
 */
export const measured = {
  /**
   * "Steady rates", on a slow day: cores of a process, or of a copy of a shard, at any rate; and CPU time per event, µs.
   * Others: exporter without exports, API without requests, PostgreSQL, supervisor.
   */
  steady: {
    gateway: { fixed: 0.052, micros: 34 },
    kafka: { fixed: 0.088, micros: 12 },
    indexer: { fixed: 0.037, micros: 69 },
    engine: { fixed: 0.327, micros: 225 },
    clusters: { fixed: 0.002, micros: 18 },
    others: { fixed: 0.047, micros: 11 },
  },
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
  /** Events per second at half load on two cores, on the slow day, and cores that everything used then. */
  halfLoadEventsPerSecond: 2_632,
  halfLoadCores: 1.9,
} as const

/** Share of events that are alerts in the measured data, and so what the clusters service spends on one alert. */
export const ALERT_SHARE = 0.02
