import type { SyslogFilters, SyslogFiltersChange } from '@watchpost/contract'
import { linesOf } from '../../kit/controls/lines.ts'
import { numberIn } from '../../kit/controls/number-in.ts'

/** The fields of the filter form. */
export interface FilterFields {
  ips: string
  /** Probe ids, as texts. */
  probes: readonly string[]
  protocols: SyslogFilters['protocols']
  eventTypes: SyslogFilters['event_types']
  minRisk: string
}

export function filterFieldsOf({ ips, probes, protocols, event_types, min_risk }: SyslogFilters): FilterFields {
  return {
    ips: ips.join('\n'),
    probes: probes.map(({ id }) => String(id)),
    protocols,
    eventTypes: event_types,
    minRisk: min_risk === null ? '' : String(min_risk),
  }
}

/** The request body; an empty filter matches all events. */
export function filtersOf({ ips, probes, protocols, eventTypes, minRisk }: FilterFields): SyslogFiltersChange {
  return {
    ips: linesOf(ips),
    probes: probes.map(Number),
    protocols,
    event_types: eventTypes,
    min_risk: minRisk.trim() === '' ? null : numberIn(minRisk),
  }
}
