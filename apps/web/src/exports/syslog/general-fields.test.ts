import type { SyslogCertificate, SyslogGeneral } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { fieldsOf, generalOf, nextNumber } from './general-fields.ts'

const general: SyslogGeneral = {
  hostname: 'siem.example.org',
  port: 6_514,
  enabled: true,
  transport: 'tcp',
  facility: 'local0',
  severities: { '1': 'critical', '2': 'warning', '3': 'notice', other: 'informational' },
  max_message_bytes: 65_536,
}
const certificate: SyslogCertificate = { own: null, ca: [], server_name: null, verify: true, warnings: [] }

test('saving what was read changes nothing but leaves the transport to the certificate where it is its own', () => {
  const { transport: _, ...rest } = general
  expect(generalOf(fieldsOf({ general, certificate: null }))).toEqual(rest)
  expect(generalOf(fieldsOf({ general: { ...general, transport: 'tls' }, certificate }))).toEqual(rest)
})

test('a transport that someone chose against the certificate stays', () => {
  expect(generalOf(fieldsOf({ general, certificate }))).toMatchObject({ transport: 'tcp' })
  const tls = { ...general, transport: 'tls' as const }
  expect(generalOf(fieldsOf({ general: tls, certificate: null }))).toMatchObject({ transport: 'tls' })
})

test('a number that is none is for the API to refuse; one that was emptied has its first value', () => {
  const fields = { ...fieldsOf({ general, certificate: null }), port: 'http', maxBytes: '' }
  expect(generalOf(fields)).toMatchObject({ port: -1 })
  expect(generalOf(fields)).not.toHaveProperty('max_message_bytes')
})

test('the next export has the least free number', () => {
  expect([nextNumber([]), nextNumber([{ id: 1 }, { id: 3 }]), nextNumber([{ id: 2 }])]).toEqual([1, 2, 1])
})
