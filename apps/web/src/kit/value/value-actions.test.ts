import { expect, test } from 'vitest'
import { addressOf, placeOf } from '../navigation/place.ts'
import { actionsFor, type ShownValue } from './value-actions.ts'

const at = (address: string) => placeOf(new URL(address, 'https://appliance.test'))
const offered = (shown: ShownValue, address: string) =>
  Object.fromEntries(actionsFor(shown, at(address)).map(({ id, to }) => [id, decodeURIComponent(addressOf(to))]))

const source: ShownValue = { filter: 'src_ip', value: '10.0.0.1' }

test('in the alert list a value filters the list, and the opened alert stays open', () => {
  expect(offered(source, '/ui/alerts?from=now-7d&to=now&open=7')).toEqual({
    for: '/ui/alerts?from=now-7d&to=now&open=7&src_ip=10.0.0.1',
    out: '/ui/alerts?from=now-7d&to=now&open=7&not_src_ip=10.0.0.1',
    search: '/ui/search?from=now-7d&to=now&filter=[["is","src_ip","10.0.0.1"]]',
  })
})

test('a value is never required and excluded at the same time; other excluded values stay', () => {
  const address = '/ui/alerts?not_src_ip=10.0.0.1&not_src_ip=10.0.0.2'
  expect(offered(source, address).for).toBe('/ui/alerts?src_ip=10.0.0.1&not_src_ip=10.0.0.2')
  expect(offered(source, address).out).toBe(address)
  expect(offered(source, '/ui/alerts?src_ip=10.0.0.1').out).toBe('/ui/alerts?not_src_ip=10.0.0.1')
  expect(offered(source, '/ui/alerts?src_ip=10.0.0.9').out).toBe('/ui/alerts?src_ip=10.0.0.9&not_src_ip=10.0.0.1')
})

test('in a search a value adds a filter to it, and replaces its opposite', () => {
  const field: ShownValue = { field: 'http.hostname', value: 'c2.test' }
  expect(offered(field, '/ui/search?filter=[["not","http.hostname","c2.test"],["is","proto","TCP"]]')).toEqual({
    for: '/ui/search?filter=[["is","proto","TCP"],["is","http.hostname","c2.test"]]',
    out: '/ui/search?filter=[["is","proto","TCP"],["not","http.hostname","c2.test"]]',
  })
})

test('elsewhere a value leads to alerts with it and without it, whatever their status, and to a search', () => {
  expect(offered({ field: 'alert.signature', value: 'A, B' }, '/ui/alert?id=7')).toEqual({
    alertsWith: '/ui/alerts?name=A,+B&status=all',
    alertsWithout: '/ui/alerts?not_name=A,+B&status=all',
    search: '/ui/search?filter=[["is","alert.signature","A,+B"]]',
  })
})

test('an IP address on either side is searched for on both', () => {
  const { search = '', ...others } = offered({ filter: 'ip', value: '10.0.0.1' }, '/ui/clusters?side=dest')
  expect(others).toMatchObject({ for: '/ui/clusters?side=dest&ip=10.0.0.1', alertsWith: expect.any(String) })
  expect(JSON.parse(new URL(search, 'https://a.test').searchParams.get('body') ?? '')).toEqual({
    query: {
      bool: { should: [{ term: { src_ip: '10.0.0.1' } }, { term: { dest_ip: '10.0.0.1' } }], minimum_should_match: 1 },
    },
  })
})

test('dead letters are filtered by reason and probe; a reason is found nowhere else', () => {
  expect(Object.keys(offered({ filter: 'reason', value: 'not-json' }, '/ui/dead-letters'))).toEqual(['for'])
  expect(offered({ filter: 'probe', value: '7' }, '/ui/dead-letters')).toMatchObject({
    for: '/ui/dead-letters?probe=7',
    alertsWith: '/ui/alerts?probe_id=7&status=all',
    search: '/ui/search?filter=[["is","probe.id","7"]]',
  })
})

test('a tag has no field to search for', () => {
  expect(Object.keys(offered({ filter: 'tag', value: 'lab' }, '/ui/alerts'))).toEqual(['for', 'out'])
})
