import { expect, test } from 'vitest'
import { addressOf, pageFrom, patched, placeOf } from './place.ts'

const at = (href: string) => placeOf(new URL(href, 'https://appliance.test'))

test('converts a URL to a place and back', () => {
  for (const address of ['/ui/alerts?from=now-7d&to=now', '/ui/search?q=%7B%22a%22%3A+%22%26%22%7D', '/ui/']) {
    expect(addressOf(at(address))).toBe(address)
  }
})

test('opens the first page at the base URL with and without a slash', () => {
  expect(at('/ui').path).toBe('/')
  expect(at('/ui/').path).toBe('/')
  expect(at('/ui/alerts/').path).toBe('/alerts')
})

test('a patch sets the parameters it names and removes those it empties', () => {
  const { query } = at('/ui/alerts?severity=1&ip=10.0.0.1')
  expect(patched(query, { severity: null, ip: '', type: 'malware_engine' }).toString()).toBe('type=malware_engine')
  expect(query.get('severity')).toBe('1')
})

test('keeps only the time range when the page changes', () => {
  const here = at('/ui/alerts?from=now-7d&to=now&severity=1')
  expect(addressOf(pageFrom(here, '/clusters', { frequency: 'day' }))).toBe(
    '/ui/clusters?from=now-7d&to=now&frequency=day',
  )
})
