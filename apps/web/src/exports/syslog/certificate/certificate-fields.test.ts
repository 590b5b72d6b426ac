import { expect, test } from 'vitest'
import { certificateFieldsOf, certificateOf } from './certificate-fields.ts'

test('what is empty is left out; that a receiver is checked is always said', () => {
  expect(certificateOf(certificateFieldsOf(null))).toEqual({ verify: true })
})

test('name and checking are taken over, certificates are given again', () => {
  const fields = certificateFieldsOf({
    own: null,
    ca: [],
    server_name: 'siem.example.org',
    verify: false,
    warnings: [],
  })
  expect(certificateOf({ ...fields, ca: 'PEM' })).toEqual({ ca: 'PEM', server_name: 'siem.example.org', verify: false })
})
