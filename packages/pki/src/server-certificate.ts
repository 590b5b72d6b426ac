import { ExtendedKeyUsage, ExtendedKeyUsageExtension } from './x509.ts'
import { issue } from './authority.ts'
import { alternativeNames, type KeyPair } from './certificate-request.ts'

/** A certificate that serves TLS under the given DNS names and IP addresses, and does nothing else. */
export function issueServerCertificate(
  authority: KeyPair,
  options: { names: readonly string[]; addresses: readonly string[]; days: number; now?: Date },
): Promise<KeyPair> {
  const [first] = [...options.names, ...options.addresses]
  if (!first) throw new Error('a server certificate needs a name or an address')
  return issue(authority, {
    commonName: first,
    days: options.days,
    now: options.now,
    extensions: [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      alternativeNames([
        ...options.names.map((value) => ({ type: 'dns' as const, value })),
        ...options.addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
    ],
  })
}
