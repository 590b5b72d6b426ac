/** Keys of the advisory locks for work that only one copy does at a time. Each key is arbitrary but unique. */
export const advisoryLocks = {
  indexerLeader: 7_402_117,
  clustersLeader: 7_402_119,
  /** The indexer that copies the state of alerts into the engine. */
  projectionLeader: 7_402_127,
  /** The API that runs jobs on alerts. */
  alertJobsLeader: 7_402_128,
  /** Starting a job on alerts, with the account id as the second key. */
  alertJobStart: 7_402_129,
  /** With the export id as the second key. */
  exportClaim: 7_402_120,
  /** The exporter that streams metrics. */
  metricsLeader: 7_402_121,
  keyRotation: 7_402_123,
  /** Signing the head of the audit chain. */
  auditSigning: 7_402_124,
  /** Retrying dead letters. */
  deadLetterRetry: 7_402_125,
  /** Recording a new log. */
  logEpoch: 7_402_126,
  /** The gateway that removes files beyond their limits. */
  fileKeeper: 7_402_130,
} as const
