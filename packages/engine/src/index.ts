export { engineRoleMapping, engineRoles } from './access/engine-roles.ts'
export { ownIndexPatterns } from './access/own-indexes.ts'
export type { AlertEntry, ListedAlert } from './alerts/alert-entry.ts'
export type { AlertConditions, AlertFilter } from './alerts/alert-filter.ts'
export { type AlertGroup, createAlertGroups, type GroupPage, type GroupPageRequest } from './alerts/alert-groups.ts'
export { type AlertIndex, type AlertPage, createAlertIndex } from './alerts/alert-index.ts'
export type { AlertOrder, AlertPageRequest, AlertPosition } from './alerts/alert-page.ts'
export {
  type AlertProjection,
  createAlertProjection,
  type ProjectedState,
  type ProjectionResult,
} from './alerts/alert-projection.ts'
export type { MarkConditions } from './alerts/mark-clauses.ts'
export { type AlertScan, type CountedAlert, createAlertScan, type ScanRequest } from './alerts/alert-scan.ts'
export {
  type AlertSet,
  type CandidateRequest,
  createAlertSet,
  type SetAlert,
} from './alerts/alert-set.ts'
export {
  type AlertSummary,
  createAlertSummary,
  type SummaryRequest,
} from './alerts/alert-summary.ts'
export { type ArrivalIndex, type ArrivalRequest, createArrivalIndex } from './alerts/arrival-index.ts'
export { type Asking, EngineFailure } from './alerts/ask-engine.ts'
export {
  createEventLookup,
  type EventLookup,
  type EventReference,
  type FlowKeys,
  type FlowMate,
  type StoredDocument,
} from './alerts/event-lookup.ts'
export { autoCreateSetting, checkAutoCreate } from './auto-create-check.ts'
export type { PlacedDocument } from './bulk-request.ts'
export { type ClusterDays, createClusterDays } from './clusters/cluster-days.ts'
export type { ClusterDocument, Counted, StoredCluster } from './clusters/cluster-document.ts'
export { clusterAlias, type ClusterIndex, createClusterIndex } from './clusters/cluster-index.ts'
export {
  type ClusterFilter,
  type ClusterOrder,
  type ClusterPage,
  type ClusterPageRequest,
  type ClusterPosition,
  type ClusterSearch,
  createClusterSearch,
} from './clusters/cluster-search.ts'
export { connectEngine, type EngineConnection } from './connect/connect-engine.ts'
export { EngineConfig } from './connect/engine-config.ts'
export type { Disk, EngineState, IndexState } from './engine-state.ts'
export { createEventIndex, type EventIndex, type EventIndexOptions, type WriteResult } from './event-index.ts'
export { aliasName, type Generation, indexName } from './generation.ts'
export {
  createGenerationIndex,
  type GenerationGone,
  type GenerationIndex,
  type RefreshSeconds,
} from './generation-index.ts'
export { untilEngineAnswers } from './until-engine-answers.ts'
export { isSentInClear } from './connect/node-address.ts'
export { type CatalogField, fieldCatalog } from './mapping/field-catalog.ts'
export type { FieldType } from './mapping/field-mapping.ts'
export { joinedCatalog } from './mapping/joined-catalog.ts'
export { buildIndexBody, type IndexOptions } from './mapping/index-body.ts'
export type { IndexSegments } from './merge/segment-merges.ts'
export { createIndexSurvey, type IndexSurvey } from './search/index-survey.ts'
export type { SampleWish } from './search/sample-reader.ts'
export type { SearchExchange, SearchFailure, SearchReceiver } from './search/search-exchange.ts'
export { type LeftOut, searchTarget } from './search/search-target.ts'
export { createSearchTransport, type SearchTransport, type SearchTransportOptions } from './search/search-transport.ts'
export type { TimeSpan } from './search/time-profile.ts'
export type { IndexTimes } from './search/time-reader.ts'
