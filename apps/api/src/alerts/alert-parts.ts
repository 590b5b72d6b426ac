import { type AlertDetailPorts, createAlertDetailService } from './alert-detail-service.ts'
import type { AlertParts } from './alert-routes.ts'
import { type AlertPorts, createAlertService } from './alert-service.ts'
import { type ClusterPorts, createClusterService } from './clusters/cluster-service.ts'
import { createGroupService, type GroupPorts } from './groups/group-service.ts'
import { createJobService, type JobPorts } from './jobs/job-service.ts'
import { createHistoryService, type HistoryPorts } from './marks/history-service.ts'
import { createMarkService, type MarkPorts } from './marks/mark-service.ts'
import { createSummaryService, type SummaryPorts } from './summary/summary-service.ts'

export type AlertPartPorts = AlertPorts &
  AlertDetailPorts &
  MarkPorts &
  HistoryPorts &
  ClusterPorts &
  GroupPorts &
  SummaryPorts &
  JobPorts

/** The alert services over their ports. */
export function createAlertParts(ports: AlertPartPorts): AlertParts {
  return {
    alerts: createAlertService(ports),
    clusters: createClusterService(ports),
    details: createAlertDetailService(ports),
    marks: createMarkService(ports),
    histories: createHistoryService(ports),
    summaries: createSummaryService(ports),
    groups: createGroupService(ports),
    jobs: createJobService(ports),
  }
}
