export type { HitNames } from './body/hit-names.ts'
export type {
  Cost,
  CostBudget,
  CostInputs,
  CostPart,
  DocumentSpan,
  IndexProfile,
  Timeline,
} from './cost/cost.ts'
export type { Counts } from './cost/counts.ts'
export { createDataSample, type DataSample } from './cost/expected/sample/data-sample.ts'
export { flattenDocument, type SampledDocument } from './cost/expected/sample/flatten-document.ts'
export { createTimeline } from './cost/timeline.ts'
export type { FieldCatalog, FieldTraits } from './field-catalog.ts'
export { type Accepted, type GuardOptions, type GuardResult, guardSearch, type TimeRange } from './guard-search.ts'
export { LIMITS } from './limits.ts'
export type { Refusal, Refused, RefusalKind } from './refusal.ts'
export { createTemplates, type Templates } from './template/templates.ts'
