import { type Static, Type } from 'typebox'

/** Settings for what the leader does with spare capacity, and what it saves under load. */
export const UpkeepConfig = Type.Object({
  busyPercent: Type.Integer({
    env: 'INDEXER_BUSY_PERCENT',
    default: 60,
    minimum: 10,
    maximum: 100,
    description:
      'Share of the measured capacity that separates low load from high load. High load begins 5 points above it and ends 5 points below it, after 10 seconds each. 100: there is no high load.',
  }),
  busyRefreshSeconds: Type.Integer({
    env: 'INDEXER_BUSY_REFRESH_SECONDS',
    default: 5,
    minimum: 1,
    maximum: 300,
    description: 'After how many seconds stored events can be searched under high load. Alerts do not wait longer.',
  }),
  behindRefreshSeconds: Type.Integer({
    env: 'INDEXER_BEHIND_REFRESH_SECONDS',
    default: 10,
    minimum: 1,
    maximum: 300,
    description:
      'The same while more than 50,000 events wait in the log, and until fewer than 10,000 do. Alerts do not wait longer.',
  }),
  mergePercent: Type.Integer({
    env: 'INDEXER_MERGE_PERCENT',
    default: 30,
    minimum: 0,
    maximum: 100,
    description:
      'Share of the measured capacity below which sealed indexes of events are merged to one segment, one at a time. 0: never.',
  }),
  mergeQuietSeconds: Type.Integer({
    env: 'INDEXER_MERGE_QUIET_SECONDS',
    default: 300,
    minimum: 1,
    maximum: 86_400,
    description: 'For how many seconds load must have been below INDEXER_MERGE_PERCENT before a merge starts.',
  }),
  mergeDiskPercent: Type.Integer({
    env: 'INDEXER_MERGE_DISK_PERCENT',
    default: 85,
    minimum: 1,
    maximum: 100,
    description:
      "Share of the disk limit (the setting disk_limit_percent) that a merge may fill a node's disk to. A merge needs up to the size of its index until it is done.",
  }),
})
export type UpkeepConfig = Static<typeof UpkeepConfig>
