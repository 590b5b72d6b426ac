import type { AlertConditions, AlertFilter, MarkConditions } from '@watchpost/engine'
import { readInstant } from '../../http/request/instant.ts'
import type { ConditionValue, EntryFilterName, FilterValues } from './filter-values.ts'

/** The filters on the alert itself, as the engine takes them. */
export function readFilter(values: FilterValues): AlertFilter {
  const { date_from, date_to, risk_min, risk_max } = values
  const given = names.flatMap((name) => conditionsOf(name, values[name]))
  const not = names.flatMap((name) => conditionsOf(name, values[`not_${name}`]))
  return {
    from: date_from === undefined ? undefined : readInstant(date_from, 'first'),
    to: date_to === undefined ? undefined : readInstant(date_to, 'last'),
    riskMin: risk_min,
    riskMax: risk_max,
    ...Object.assign({}, ...given),
    ...(not.length > 0 && { not }),
  }
}

/** The filters on what analysts set. */
export function readMarking(values: FilterValues): MarkConditions {
  const { status, not_status, tag, not_tag, verdict, not_verdict, assignee, not_assignee } = values
  return {
    ...(status && { statuses: status }),
    ...(not_status && { notStatuses: not_status }),
    ...(tag && { tags: tag }),
    ...(not_tag && { notTags: not_tag }),
    ...(verdict && { verdicts: verdict }),
    ...(not_verdict && { notVerdicts: not_verdict }),
    ...(assignee && { assignees: assignee }),
    ...(not_assignee && { notAssignees: not_assignee }),
  }
}

const conditions: { [Name in EntryFilterName]: (value: ConditionValue<Name>) => AlertConditions } = {
  probe_id: (probeId) => ({ probeId }),
  ip: (ip) => ({ ip }),
  src_ip: (srcIp) => ({ srcIp }),
  dest_ip: (destIp) => ({ destIp }),
  type: (types) => ({ types }),
  severity: (severities) => ({ severities }),
  state: (states) => ({ states }),
  name: (name) => ({ name }),
  search: (search) => ({ search }),
  group: (groups) => ({ groups }),
}

const names = Object.keys(conditions) as EntryFilterName[]
/** A condition of these takes a list, and matches any value of it. */
const listNames: readonly EntryFilterName[] = ['type', 'severity', 'state', 'group']

function conditionsOf(name: EntryFilterName, value: unknown): AlertConditions[] {
  if (value === undefined || value === 'all') return []
  // The compiler cannot relate the type of a value to a name that is a variable; the schema has checked it.
  const condition = conditions[name] as (each: unknown) => AlertConditions
  return listNames.includes(name) ? [condition(value)] : [value].flat().map(condition)
}
