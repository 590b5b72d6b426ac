/** What only one copy does at a time, by the number of its lock: any number, as long as no two are the same. */
export const advisoryLocks = {
  indexerLeader: 7_402_117,
  clustersLeader: 7_402_119,
  /** With the export's id as second number. */
  exportClaim: 7_402_120,
  /** Which exporter streams metrics. */
  metricsLeader: 7_402_121,
  keyRotation: 7_402_123,
  /** Who signs the head of the audit. */
  auditSigning: 7_402_124,
  /** Who puts dead letters back. */
  deadLetterRetry: 7_402_125,
  /** Who writes down that the log is another one. */
  logEpoch: 7_402_126,
} as const
