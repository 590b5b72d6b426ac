import type { OutboxBacklog, Reprojection } from '@watchpost/store'
import type { Finding } from './finding.ts'

const LATE_SECONDS = 60
const part = 'state of alerts'

/** Whether OpenSearch has what analysts set on alerts: filters by status, tag, verdict and assignee depend on it. */
export function judgeAlertStates(backlog: OutboxBacklog, reprojection: Reprojection | undefined): Finding[] {
  const { count, oldestSeconds, refused } = backlog
  const todo = 'See docs/runbooks/alert-states-late.md.'
  if (refused > 0) {
    const says = `OpenSearch refuses the state of ${refused} alerts; each is tried again every minute`
    return [{ part, level: 'bad', says, todo }]
  }
  if (reprojection) {
    const says = 'all states are being copied to OpenSearch again; until then, filters by status can be wrong'
    return [{ part, level: 'warning', says, todo: 'Wait until it is done.' }]
  }
  if (oldestSeconds > LATE_SECONDS) {
    const says = `${count} changes are not in OpenSearch yet, the oldest for ${Math.round(oldestSeconds)} s`
    return [{ part, level: 'warning', says, todo }]
  }
  return [{ part, level: 'good', says: 'OpenSearch has all changes' }]
}
