import { createAuthority, issueServerCertificate, type KeyPair } from '@watchpost/pki'

/** A certificate for a test server on loopback. */
export async function ownCertificate(): Promise<KeyPair> {
  const authority = await createAuthority({ commonName: 'Hostile proof' })
  return issueServerCertificate(authority, { names: ['localhost'], addresses: ['127.0.0.1'], days: 2 })
}
