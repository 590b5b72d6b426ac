import { alertFilters, AlertParameters, AppError } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { writeArrivalCursor } from '../arrival/arrival-cursor.ts'
import { checkParameters } from './check-parameters.ts'
import { readListing as readChecked } from './read-listing.ts'

type Values = Readonly<Record<string, unknown>>

const readListing = (query: Values, body: Values) => readChecked(checkParameters(AlertParameters, query, body), body)

test('lists everything, newest first, without parameters', () => {
  expect(readListing({}, {})).toMatchObject({ order: 'date_desc', limit: 1_000, isExact: false })
})

const asked = {
  date_from: '2026-11-14T00:00:00',
  date_to: '2026-11-14',
  probe_id: 3,
  ip: '10.0.0.0/8',
  sort_by: 'risk_desc',
  risk_min: 0,
  risk_max: 10,
  type: ['network_engine', 'malware_engine'],
  severity: [1, 2],
  state: 'Infected',
  search: 'trojan',
  src_ip: '192.0.2.7',
  dest_ip: '2001:db8::/32',
  name: 'SYNTHETIC x',
  limit: 50,
  total: 'exact',
  expand: 'document',
}
const filter = {
  from: '2026-11-14T00:00:00.000Z',
  to: '2026-11-14T23:59:59.999Z',
  probeId: 3,
  ip: '10.0.0.0/8',
  riskMin: 0,
  riskMax: 10,
  types: ['network_engine', 'malware_engine'],
  severities: [1, 2],
  states: ['Infected'],
  search: 'trojan',
  srcIp: '192.0.2.7',
  destIp: '2001:db8::/32',
  name: 'SYNTHETIC x',
}

test('reads the same values from the query string and the body', () => {
  const texts = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, [value].flat().join(',')]))
  const fromBody = readListing({}, asked)
  expect(fromBody).toMatchObject({ filter, order: 'risk_desc', limit: 50, isExact: true })
  expect(fromBody.expand).toEqual(new Set(['document']))
  expect(readListing(texts, {})).toEqual(fromBody)
  expect(readListing(Object.fromEntries(fromBody.address), {})).toEqual(fromBody)
})

test('reads every filter but ranges with not_, from query string, body and its own link', () => {
  const body = {
    not_probe_id: [3, 4],
    not_ip: '10.0.0.0/8',
    not_type: 'code_engine',
    not_severity: [2, 3],
    not_name: ['A, B', 'C'],
    not_search: 'scan',
    not_group: 'g1',
    not_status: ['closed'],
    not_tag: 'a, b',
    status: 'open',
  }
  const texts = {
    ...body,
    not_probe_id: ['3', '4'],
    not_severity: '2,3',
    not_status: 'closed',
    not_tag: ['a', 'b'],
  }
  const listing = readListing({}, body)
  expect(listing.filter.not).toEqual([
    { probeId: 3 },
    { probeId: 4 },
    { ip: '10.0.0.0/8' },
    { types: ['code_engine'] },
    { severities: [2, 3] },
    { name: 'A, B' },
    { name: 'C' },
    { search: 'scan' },
    { groups: ['g1'] },
  ])
  expect(listing.marking).toEqual({ statuses: ['open'], notStatuses: ['closed'], notTags: ['a', 'b'] })
  expect(readListing(texts, {})).toEqual(listing)
  const link = Object.fromEntries([...listing.address.keys()].map((name) => [name, listing.address.getAll(name)]))
  expect(readListing({ ...link, status: 'open' }, {})).toEqual(listing)
})

test.each(alertFilters)('$name is a parameter of the listing, and its negation unless it is a bound', (row) => {
  expect(AlertParameters.properties).toHaveProperty(row.name)
  const isBound = /^(date|risk)_/.test(row.name)
  expect(Object.hasOwn(AlertParameters.properties, `not_${row.name}`)).toBe(!isBound)
})

test.each([
  [{ sort_by: 'date' }, 'date_asc'],
  [{ sort_by: '-risk' }, 'risk_desc'],
  [{ sort_by: 'date_asc' }, 'date_asc'],
])('%j sorts by %s', (query, order) => {
  expect(readListing(query, {})).toMatchObject({ kind: 'page', order })
})

test('reads by arrival from a position, optionally waiting', () => {
  const position = { epoch: 5, offsets: new Map([[0, 17]]) }
  const after = writeArrivalCursor(position)
  const listing = readListing({ order: 'arrival', after, wait: '30s', risk_min: '5' }, {})
  expect(listing).toMatchObject({ kind: 'arrival', after: position, waitMs: 30_000, filter: { riskMin: 5 } })
  expect(Object.fromEntries(listing.address)).toEqual({ order: 'arrival', wait: '30s', risk_min: '5' })
  expect(readListing({}, { order: 'arrival', after: 'now', wait: 5 })).toMatchObject({ after: 'now', waitMs: 5_000 })
  expect(readListing({ order: 'arrival' }, {})).toMatchObject({ after: { epoch: 0, offsets: new Map() }, waitMs: 0 })
})

test('ignores empty values and the probe id "all"', () => {
  const { filter } = readListing({ probe_id: 'all', ip: '' }, {})
  expect(filter).toEqual(readListing({}, { name: null }).filter)
})

test.each<[string, object, object, object]>([
  ['a name that does not exist', { rsik_min: '3' }, {}, { parameter: 'rsik_min' }],
  ['a risk beyond the scale', { risk_min: '101' }, {}, { parameter: 'risk_min' }],
  ['a risk that is not a number', {}, { risk_max: '1e2' }, { pointer: '#/risk_max' }],
  ['an address that is none', { ip: '10.0.0.0/33' }, {}, { parameter: 'ip' }],
  ['an address with a zone', { src_ip: 'fe80::1%eth0' }, {}, { parameter: 'src_ip' }],
  ['an order that does not exist', { sort_by: 'name' }, {}, { parameter: 'sort_by' }],
  ['a name of JavaScript', { sort_by: 'constructor' }, {}, { parameter: 'sort_by' }],
  ['a parameter twice', { ip: ['10.0.0.1', '10.0.0.2'] }, {}, { parameter: 'ip' }],
  ['an object in the place of a text', {}, { search: { query: 'x' } }, { pointer: '#/search' }],
  ['an object within a list', {}, { state: [{ a: 1 }] }, { pointer: '#/state' }],
  ['both address and body', { limit: '3' }, { limit: 3 }, { pointer: '#/limit' }],
  ['more rows than one answer has', { limit: '10001' }, {}, { parameter: 'limit' }],
  ['more documents than one answer has', { limit: '5000', expand: 'document' }, {}, { parameter: 'limit' }],
  ['a probe that is not a number', { probe_id: '-1' }, {}, { parameter: 'probe_id' }],
  ['a sort of what is read by arrival', { order: 'arrival', sort_by: 'date' }, {}, { parameter: 'sort_by' }],
  ['a wait for what is not read by arrival', { wait: '5s' }, {}, { parameter: 'wait' }],
  ['a wait that is too long', { order: 'arrival', wait: '61' }, {}, { parameter: 'wait' }],
  ['the negation of a bound', { not_risk_min: '3' }, {}, { parameter: 'not_risk_min' }],
  ['all probes excluded', { not_probe_id: 'all' }, {}, { parameter: 'not_probe_id' }],
  ['a network that is none among others', {}, { not_ip: ['10.0.0.1', 'x'] }, { pointer: '#/not_ip' }],
  ['too many values', { severity: Array.from({ length: 33 }, () => '1').join() }, {}, { parameter: 'severity' }],
  ['documents of too many rows in a body', {}, { limit: 5_000, expand: ['document'] }, { pointer: '#/limit' }],
  ['a date that is none', { date_from: 'yesterday' }, {}, { parameter: 'date_from' }],
])('rejects %s and names the parameter', (_, query, body, place) => {
  try {
    readListing(query as Record<string, unknown>, body as Record<string, unknown>)
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).errors).toContainEqual(expect.objectContaining(place))
    return
  }
  throw new Error('it was taken')
})

test('reports all invalid parameters together', () => {
  const read = () => readListing({ ip: 'x', limit: '0', nonsense: '1' }, {})
  expect(read).toThrow(expect.objectContaining({ errors: expect.objectContaining({ length: 3 }) }))
})
