import { alertStatuses, noAssignee, noVerdict } from '@watchpost/contract'
import type { AlertMark, MarkedWish, MarkStatus } from '@watchpost/store'

/** A filter by what analysts set. An empty list does not filter. */
export interface MarkFilter {
  statuses?: readonly MarkStatus[]
  notStatuses?: readonly MarkStatus[]
  /** The alert must have all of these tags. */
  tags?: readonly string[]
  /** The alert must have none of these tags. */
  notTags?: readonly string[]
  /** `none` matches alerts without a verdict. */
  verdicts?: readonly string[]
  notVerdicts?: readonly string[]
  /** `@none` matches alerts that are not assigned. */
  assignees?: readonly string[]
  notAssignees?: readonly string[]
}

/** The fields of a mark that filters use. */
type Filtered = Pick<AlertMark, 'status' | 'tags' | 'verdict' | 'assignee'>

/** The conditions that the store can check. */
export type MarkWish = Pick<MarkedWish, 'statuses' | 'tags' | 'verdicts' | 'assignees'>

/** Whether the filter excludes anything. */
export function isFilter(filter: MarkFilter): boolean {
  return statusesOf(filter).length < alertStatuses.length || hasMoreThanStatus(filter)
}

/** Whether an alert with this mark is wanted. */
export function isWanted(filter: MarkFilter, mark: Filtered | undefined): boolean {
  const { tags = [], notTags = [], verdicts, notVerdicts, assignees, notAssignees } = filter
  const has = (tag: string) => mark?.tags.includes(tag) ?? false
  return (
    statusesOf(filter).includes(mark?.status ?? 'open') &&
    tags.every(has) &&
    !notTags.some(has) &&
    isAllowed(mark?.verdict ?? noVerdict, verdicts, notVerdicts) &&
    isAllowed(mark?.assignee ?? noAssignee, assignees, notAssignees)
  )
}

/** Whether an alert without a mark is wanted. */
export function takesUnmarked(filter: MarkFilter): boolean {
  return isWanted(filter, undefined)
}

/** Conditions that all wanted marks meet. */
export function wishOf(filter: MarkFilter): MarkWish {
  const { tags, verdicts, assignees } = filter
  return {
    statuses: statusesOf(filter),
    ...(tags && { tags }),
    ...(verdicts && { verdicts }),
    ...(assignees && { assignees }),
  }
}

/** Conditions that all unwanted marks meet. */
export function oppositeWishOf(filter: MarkFilter): MarkWish {
  if (hasMoreThanStatus(filter)) return {}
  const wanted = statusesOf(filter)
  return { statuses: alertStatuses.filter((each) => !wanted.includes(each)) }
}

function statusesOf({ statuses, notStatuses }: MarkFilter): MarkStatus[] {
  return alertStatuses.filter((each) => isAllowed(each, statuses, notStatuses))
}

function hasMoreThanStatus({ tags, notTags, verdicts, notVerdicts, assignees, notAssignees }: MarkFilter): boolean {
  return [tags, notTags, verdicts, notVerdicts, assignees, notAssignees].some((values) => values && values.length > 0)
}

function isAllowed(value: string, only: readonly string[] = [], not: readonly string[] = []): boolean {
  return (only.length === 0 || only.includes(value)) && !not.includes(value)
}
