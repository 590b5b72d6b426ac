import { expect, test } from 'vitest'
import { metricsOf } from './metrics-fields.ts'

const fields = {
  enabled: true,
  ip: ' 192.0.2.20 ',
  port: '19999',
  iface: '',
  key: '7f3c1a52-9d0e-4a6b-8c21-5e4f6a7b8c9d',
}

test('what is empty is left out, for the API to say that it is missing', () => {
  expect(metricsOf(fields)).toEqual({ enabled: true, ip: '192.0.2.20', port: 19_999, key: fields.key })
  expect(metricsOf({ ...fields, ip: '', key: ' ' })).toEqual({ enabled: true, port: 19_999 })
})

test('off stands alone', () => {
  expect(metricsOf({ ...fields, enabled: false })).toEqual({ enabled: false })
})
