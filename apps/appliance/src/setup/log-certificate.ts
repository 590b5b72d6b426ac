import { createAuthority, isServing, issueServerCertificate } from '@watchpost/pki'

/** The names and addresses under which Kafka is reached. */
export interface Served {
  names: string[]
  addresses: string[]
}

/** Only the services use it, and a new one needs a restart of everything. */
const DAYS = 3_650

export interface LogCertificate {
  ca: string
  /** Key and certificate, as Kafka reads them. */
  keyStore: string
}

/** The key of the CA is not kept: nothing else is ever signed with it. */
export async function makeLogCertificate(served: Served): Promise<LogCertificate> {
  const authority = await createAuthority({ commonName: 'Watchpost log', days: DAYS })
  const server = await issueServerCertificate(authority, { ...served, days: DAYS })
  return { ca: authority.certPem, keyStore: `${server.keyPem.trimEnd()}\n${server.certPem}` }
}

/** Whether a certificate that was made before can be kept. */
export function isLogCertificate(ca: string | undefined, keyStore: string | undefined, served: Served): boolean {
  const certificate = keyStore?.slice(keyStore.indexOf('-----BEGIN CERTIFICATE-----'))
  return Boolean(certificate && ca && isServing(certificate, ca, served))
}
