import type { NegatableRow } from '@watchpost/contract/names'
import { pageFrom, type Place, patched } from '../navigation/place.ts'
import { filterText, readSearch, type SearchFilter } from '../navigation/search-state.ts'

type AlertFilterName = Exclude<NegatableRow['name'], 'group' | 'search' | 'status'>

/** A filter of a list: of alerts, or of dead letters. */
export type ValueFilter = AlertFilterName | 'probe' | 'reason'

/** A value on a page. It names a filter, a field of events, or both. */
export interface ShownValue {
  filter?: ValueFilter | undefined
  field?: string | undefined
  value: string
}

/** What can be done with a value, and the place where it leads. */
export interface ValueAction {
  id: 'for' | 'out' | 'alertsWith' | 'alertsWithout' | 'search'
  to: Place
}

/** The field of events that holds the same value as a filter. */
const fieldOf: Partial<Record<ValueFilter, string>> = {
  dest_ip: 'dest_ip',
  name: 'alert_view.name',
  probe: 'probe.id',
  probe_id: 'probe.id',
  severity: 'severity',
  src_ip: 'src_ip',
  state: 'state',
  type: 'type',
}

const alertFilterOf: Readonly<Record<string, AlertFilterName>> = {
  'alert.signature': 'name',
  'alert_view.name': 'name',
  dest_ip: 'dest_ip',
  'probe.id': 'probe_id',
  severity: 'severity',
  src_ip: 'src_ip',
  state: 'state',
  type: 'type',
}

/** Lists other than the alerts that filter by parameters of their URL. They cannot exclude values. */
const listFilters: Readonly<Record<string, readonly ValueFilter[]>> = {
  '/clusters': ['ip'],
  '/dead-letters': ['probe', 'reason'],
}

/** The actions for a value at a place: filters of the current page first, then other pages. */
export function actionsFor(shown: ShownValue, place: Place): ValueAction[] {
  const { value } = shown
  const field = shown.field ?? (shown.filter && fieldOf[shown.filter])
  const filter = alertFilter(shown)
  const actions: ValueAction[] = []
  if (shown.filter && listFilters[place.path]?.includes(shown.filter)) {
    actions.push({ id: 'for', to: { path: place.path, query: patched(place.query, { [shown.filter]: value }) } })
  }
  if (place.path === '/search' && field !== undefined) {
    actions.push(
      { id: 'for', to: searchWith(place, { operator: 'is', field, value }) },
      { id: 'out', to: searchWith(place, { operator: 'not', field, value }) },
    )
  }
  if (filter && place.path === '/alerts') {
    actions.push(
      { id: 'for', to: alertsFor(place, filter, value) },
      { id: 'out', to: alertsWithout(place, filter, value) },
    )
  } else if (filter) {
    actions.push(
      { id: 'alertsWith', to: pageFrom(place, '/alerts', { [filter]: value, status: 'all' }) },
      { id: 'alertsWithout', to: pageFrom(place, '/alerts', { [`not_${filter}`]: value, status: 'all' }) },
    )
  }
  if (place.path !== '/search') {
    const query = shown.filter === 'ip' ? { body: eitherSide(value) } : field && { filter: only(field, value) }
    if (query) actions.push({ id: 'search', to: pageFrom(place, '/search', query) })
  }
  return actions
}

function alertFilter({ filter, field }: ShownValue): AlertFilterName | undefined {
  if (filter === 'probe') return 'probe_id'
  if (filter === 'reason') return undefined
  return filter ?? (field === undefined ? undefined : alertFilterOf[field])
}

/** The same list with only this value. A value cannot be excluded and required. */
function alertsFor({ path, query }: Place, filter: AlertFilterName, value: string): Place {
  const excluded = query.getAll(`not_${filter}`).filter((each) => each !== value)
  return { path, query: patched(query, { [filter]: value, [`not_${filter}`]: excluded }) }
}

function alertsWithout({ path, query }: Place, filter: AlertFilterName, value: string): Place {
  const excluded = new Set([...query.getAll(`not_${filter}`), value])
  const wanted = query.get(filter) === value ? null : query.get(filter)
  return { path, query: patched(query, { [filter]: wanted, [`not_${filter}`]: [...excluded] }) }
}

/** The same search with one more filter, without any other about the same value. */
function searchWith({ path, query }: Place, added: SearchFilter): Place {
  const others = readSearch(query).filters.filter(
    ({ operator, field, value }) =>
      field !== added.field || value !== added.value || (operator !== 'is' && operator !== 'not'),
  )
  return { path, query: patched(query, { filter: filterText([...others, added]) }) }
}

function only(field: string, value: string): string {
  return filterText([{ operator: 'is', field, value }])
}

/** A search body for an IP address as source or destination, which one filter cannot express. */
function eitherSide(ip: string): string {
  const should = ['src_ip', 'dest_ip'].map((field) => ({ term: { [field]: ip } }))
  return JSON.stringify({ query: { bool: { should, minimum_should_match: 1 } } }, null, 2)
}
