import { expect, test } from 'vitest'
import { clusterParametersOf, readClusterFilter } from './cluster-filter.ts'

const span = { from: Date.parse('2026-11-14T09:20:00Z'), to: Date.parse('2026-11-14T11:20:00Z') }
const parameters = (text: string) => clusterParametersOf(readClusterFilter(new URLSearchParams(text)), span)

test('lists the riskiest hours by source by default', () => {
  expect(parameters('')).toMatchObject({ frequency: 'hour', type_ip: 'src', sort_by: 'risk_desc' })
})

test('includes the interval in which the range begins', () => {
  expect(parameters('').date_from).toBe('2026-11-14T09:00:00.000Z')
  expect(parameters('frequency=day').date_from).toBe('2026-11-14T00:00:00.000Z')
})

test('lists only clusters with open alerts if asked', () => {
  expect(parameters('has_open=true').has_open).toBe(true)
  expect(parameters('has_open=1')).not.toHaveProperty('has_open')
})

test('uses the default for an unknown side, interval or order', () => {
  expect(parameters('side=left&frequency=week&sort=colour')).toMatchObject({
    type_ip: 'src',
    frequency: 'hour',
    sort_by: 'risk_asc',
  })
  expect(parameters('side=both&ip=10.0.0.0/8&sort=-number_alerts')).toMatchObject({
    type_ip: 'both',
    ip: '10.0.0.0/8',
    sort_by: 'number_alerts_desc',
  })
})
