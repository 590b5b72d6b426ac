import { expect, test } from 'vitest'
import { metricsOf } from './metrics-fields.ts'

const fields = {
  enabled: true,
  ip: ' 192.0.2.20 ',
  port: '19999',
  iface: '',
  key: '7f3c1a52-9d0e-4a6b-8c21-5e4f6a7b8c9d',
}

test('omits empty fields, so that the API reports them as missing', () => {
  expect(metricsOf(fields)).toEqual({ enabled: true, ip: '192.0.2.20', port: 19_999, key: fields.key })
  expect(metricsOf({ ...fields, ip: '', key: ' ' })).toEqual({ enabled: true, port: 19_999 })
})

test('sends only enabled=false to turn the export off', () => {
  expect(metricsOf({ ...fields, enabled: false })).toEqual({ enabled: false })
})
