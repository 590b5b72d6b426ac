import type { SyslogFilters } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { filterFieldsOf, filtersOf } from './filter-fields.ts'

const none: SyslogFilters = { ips: [], probes: [], protocols: [], event_types: [], min_risk: null }

test('sends back the filters that were read, with probes by their ids', () => {
  const filters: SyslogFilters = {
    ips: ['192.0.2.0/24', '2001:db8::1'],
    probes: [{ id: 7, fqdn: 'probe-07.example.org' }],
    protocols: ['dns', 'http'],
    event_types: ['alert'],
    min_risk: 50,
  }
  expect(filtersOf(filterFieldsOf(filters))).toEqual({ ...filters, probes: [7] })
  expect(filtersOf(filterFieldsOf(none))).toEqual(none)
})

test('an empty risk is no filter, a risk of 0 is one', () => {
  expect(filtersOf({ ...filterFieldsOf(none), minRisk: ' ' }).min_risk).toBeNull()
  expect(filtersOf({ ...filterFieldsOf(none), minRisk: '0' }).min_risk).toBe(0)
})
