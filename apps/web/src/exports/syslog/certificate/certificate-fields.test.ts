import { expect, test } from 'vitest'
import { certificateFieldsOf, certificateOf } from './certificate-fields.ts'

test('omits empty fields but always sends verify', () => {
  expect(certificateOf(certificateFieldsOf(null))).toEqual({ verify: true })
})

test('fills in the server name and verify, but not the certificates', () => {
  const fields = certificateFieldsOf({
    own: null,
    ca: [],
    server_name: 'siem.example.org',
    verify: false,
    warnings: [],
  })
  expect(certificateOf({ ...fields, ca: 'PEM' })).toEqual({ ca: 'PEM', server_name: 'siem.example.org', verify: false })
})
