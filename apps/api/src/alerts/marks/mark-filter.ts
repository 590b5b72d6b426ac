import { alertStatuses, noAssignee, noVerdict } from '@watchpost/contract'
import type { MarkConditions } from '@watchpost/engine'
import type { AlertMark } from '@watchpost/store'

/** The fields of a mark that filters use. */
type Filtered = Pick<AlertMark, 'status' | 'tags' | 'verdict' | 'assignee'>

/** Whether the filter excludes anything. */
export function isFilter({ statuses, notStatuses, ...others }: MarkConditions): boolean {
  const hasOthers = Object.values(others).some((values) => values.length > 0)
  return hasOthers || !alertStatuses.every((each) => isAllowed(each, statuses, notStatuses))
}

/** Whether an alert with this mark is wanted. */
export function isWanted(filter: MarkConditions, mark: Filtered | undefined): boolean {
  const { tags = [], notTags = [] } = filter
  const has = (tag: string) => mark?.tags.includes(tag) ?? false
  return (
    isAllowed(mark?.status ?? 'open', filter.statuses, filter.notStatuses) &&
    isAllowed(mark?.verdict ?? noVerdict, filter.verdicts, filter.notVerdicts) &&
    isAllowed(mark?.assignee ?? noAssignee, filter.assignees, filter.notAssignees) &&
    tags.every(has) &&
    !notTags.some(has)
  )
}

function isAllowed(value: string, only: readonly string[] = [], not: readonly string[] = []): boolean {
  return (only.length === 0 || only.includes(value)) && !not.includes(value)
}
