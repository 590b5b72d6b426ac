import { createPublicKey } from 'node:crypto'
import { readSigningRequest } from '@watchpost/pki'
import { expect, test } from 'vitest'
import { createCertificateRequest } from './certificate-request.ts'

test('the appliance can parse the request, and it contains the public key of the local key', async () => {
  const { keyPem, csrPem } = createCertificateRequest()
  const request = await readSigningRequest(csrPem)
  const spki = createPublicKey(keyPem).export({ type: 'spki', format: 'der' })
  expect(request).toMatchObject({ spki })
})

test('every request has a new key', () => {
  expect(createCertificateRequest().keyPem).not.toBe(createCertificateRequest().keyPem)
})
