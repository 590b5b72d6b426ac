import type { RecountBacklog } from '@watchpost/store'
import type { Finding } from './finding.ts'

const LATE_SECONDS = 300
const part = 'clusters'

/** Whether the counts of clusters follow changes of their alerts. */
export function judgeClusters({ count, oldestSeconds, isQueueing }: RecountBacklog): Finding[] {
  if (oldestSeconds > LATE_SECONDS) {
    const says = `clusters of ${count} IP addresses and days wait to be counted again, the oldest for ${Math.round(oldestSeconds)} s`
    return [{ part, level: 'warning', says, todo: 'See docs/runbooks/clusters-late.md.' }]
  }
  if (isQueueing) return [{ part, level: 'good', says: 'all clusters are being counted again' }]
  return [{ part, level: 'good', says: 'their counts are current' }]
}
