type Clause = Record<string, unknown>

/** Conditions on what analysts set on alerts. An empty list does not filter. */
export interface MarkConditions {
  statuses?: readonly string[]
  notStatuses?: readonly string[]
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

/** A filter by marks. Entries have a copy of them, except for the pending ones. */
export interface MarkFilter extends MarkConditions {
  /** Alerts whose entries may have an earlier mark, and those of them that match. */
  pending?: { uuids: readonly string[]; matching: readonly string[] }
}

const statuses = ['open', 'acknowledged', 'closed']
const verdicts = ['none', 'true_positive', 'false_positive', 'benign']
const NO_ASSIGNEE = '@none'

/** The clauses of a filter by marks. An entry without a field has the value of an alert that no one has changed. */
export function markClauses({ pending, ...mark }: MarkFilter): Clause[] {
  const { tags = [], notTags = [] } = mark
  const clauses = [
    ...oneOf('status', statuses, mark.statuses, mark.notStatuses),
    ...oneOf('verdict', verdicts, mark.verdicts, mark.notVerdicts),
    ...tags.map((tag) => ({ term: { tags: tag } })),
    ...(notTags.length === 0 ? [] : [not({ terms: { tags: notTags } })]),
    ...(mark.assignees?.length ? [assignedTo(mark.assignees)] : []),
    ...(mark.notAssignees?.length ? [not(assignedTo(mark.notAssignees))] : []),
  ]
  if (!pending || pending.uuids.length === 0) return clauses
  const copied = { bool: { filter: clauses, must_not: [{ ids: { values: pending.uuids } }] } }
  return [{ bool: { should: [copied, { ids: { values: pending.matching } }], minimum_should_match: 1 } }]
}

/** One of a few known values, the first of which may be absent in an entry. */
function oneOf(
  field: string,
  [absent, ...others]: readonly string[],
  only: readonly string[] = [],
  excluded: readonly string[] = [],
): Clause[] {
  const isAllowed = (value = '') => (only.length === 0 || only.includes(value)) && !excluded.includes(value)
  if (!isAllowed(absent)) return [{ terms: { [field]: others.filter(isAllowed) } }]
  const refused = others.filter((value) => !isAllowed(value))
  return refused.length === 0 ? [] : [not({ terms: { [field]: refused } })]
}

function assignedTo(names: readonly string[]): Clause {
  const given = { terms: { assignee: names.filter((name) => name !== NO_ASSIGNEE) } }
  if (!names.includes(NO_ASSIGNEE)) return given
  return { bool: { should: [given, not({ exists: { field: 'assignee' } })], minimum_should_match: 1 } }
}

function not(clause: Clause): Clause {
  return { bool: { must_not: [clause] } }
}
