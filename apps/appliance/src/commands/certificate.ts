import { factsOf } from '@watchpost/pki'
import { loadConfig } from '@watchpost/runtime'
import { connectStore, listCertificates, StoreConfig } from '@watchpost/store'
import { Type } from 'typebox'

/** Settings for showing certificates. No private key is needed. */
const CertificateCommandConfig = Type.Object({ store: StoreConfig })

const titles = {
  authority: 'authority, which clients and probes trust',
  appliance: 'server, issued by the authority',
  administrator: 'server, put in its place at the API',
}

/** Prints the certificates of the appliance, to compare fingerprints by hand. */
export async function showCertificates(say: (line: string) => void): Promise<void> {
  const store = connectStore(loadConfig(CertificateCommandConfig).store, 'certificate')
  try {
    const found = await listCertificates(store)
    if (found.length === 0) throw new Error('there are none yet: run `watchpost init`')
    for (const { purpose, chainPem } of found) {
      const { subject, names, fingerprint, notAfter } = factsOf(chainPem)
      say(`${titles[purpose]}\n  ${subject}${names.length > 0 ? ` for ${names.join(', ')}` : ''}`)
      say(`  SHA-256 ${asOpenSsl(fingerprint)}, until ${notAfter.toISOString()}`)
    }
  } finally {
    await store.close()
  }
}

/** In the format of `openssl x509 -fingerprint -sha256`, so that the two are easy to compare. */
function asOpenSsl(fingerprint: string): string {
  return (fingerprint.toUpperCase().match(/../g) ?? []).join(':')
}
