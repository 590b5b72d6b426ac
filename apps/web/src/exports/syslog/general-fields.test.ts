import type { SyslogCertificate, SyslogGeneral } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { fieldsOf, generalOf, nextNumber } from './general-fields.ts'

const general: SyslogGeneral = {
  hostname: 'siem.example.org',
  port: 6_514,
  enabled: true,
  transport: 'tcp',
  facility: 'local0',
  body: 'json',
  severities: { '1': 'critical', '2': 'warning', '3': 'notice', other: 'informational' },
  max_message_bytes: 65_536,
}
const certificate: SyslogCertificate = { own: null, ca: [], server_name: null, verify: true, warnings: [] }

test('omits the transport when it is the one the certificate implies', () => {
  const { transport: _, ...rest } = general
  expect(generalOf(fieldsOf({ general, certificate: null }))).toEqual(rest)
  expect(generalOf(fieldsOf({ general: { ...general, transport: 'tls' }, certificate }))).toEqual(rest)
})

test('keeps a transport that differs from the one the certificate implies', () => {
  expect(generalOf(fieldsOf({ general, certificate }))).toMatchObject({ transport: 'tcp' })
  const tls = { ...general, transport: 'tls' as const }
  expect(generalOf(fieldsOf({ general: tls, certificate: null }))).toMatchObject({ transport: 'tls' })
})

test('leaves an invalid number to the API and omits an empty one', () => {
  const fields = { ...fieldsOf({ general, certificate: null }), port: 'http', maxBytes: '' }
  expect(generalOf(fields)).toMatchObject({ port: -1 })
  expect(generalOf(fields)).not.toHaveProperty('max_message_bytes')
})

test('uses the lowest free number for the next export', () => {
  expect([nextNumber([]), nextNumber([{ id: 1 }, { id: 3 }]), nextNumber([{ id: 2 }])]).toEqual([1, 2, 1])
})
