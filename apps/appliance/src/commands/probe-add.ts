import { expiryOf, fingerprintOf, isFresh, issueProbeCertificate, type KeyPair } from '@watchpost/pki'
import { loadConfig } from '@watchpost/runtime'
import { SecretsConfig } from '@watchpost/secrets'
import {
  connectStore,
  createCertificateStore,
  createProbeStore,
  createSealedSecretStore,
  createSealingKeyStore,
  type ProbeStore,
  StoreConfig,
} from '@watchpost/store'
import { Type } from 'typebox'
import { readAuthority } from '../setup/own-certificates.ts'
import { openSealer } from '../setup/sealing-keys.ts'
import { readPair, writePair } from '../setup/tls-folder.ts'

/** Settings for adding a probe. */
const ProbeAddConfig = Type.Object({ secrets: SecretsConfig, store: StoreConfig })

const PROBE_DAYS = 365

export interface ProbeToAdd {
  id: number
  fqdn: string
}

/** The probes 1 to `count` of a test fleet. */
export function fleetOf(count: number): ProbeToAdd[] {
  return Array.from({ length: count }, (_, index) => {
    const id = index + 1
    return { id, fqdn: `probe-${String(id).padStart(2, '0')}.example.test` }
  })
}

/** Enrols probes for development: a row in the store, and `<id>.pem` and `<id>-key.pem` in the folder. */
export async function addProbes(probes: readonly ProbeToAdd[], out: string): Promise<{ issued: number; kept: number }> {
  const config = loadConfig(ProbeAddConfig)
  const store = connectStore(config.store, 'probe-add')
  try {
    const sealer = await openSealer(config.secrets.keyFile, createSealingKeyStore(store))
    const certificates = createCertificateStore(store, createSealedSecretStore(store, sealer))
    const authority = await readAuthority(certificates)
    const counts = { issued: 0, kept: 0 }
    for (const probe of probes) counts[await addProbe(probe, out, authority, createProbeStore(store))] += 1
    return counts
  } finally {
    await store.close()
  }
}

/** A certificate that is still valid is stored again, in case the database has lost it. */
export async function addProbe(
  { id, fqdn }: ProbeToAdd,
  out: string,
  authority: KeyPair,
  probes: Pick<ProbeStore, 'add'>,
): Promise<'issued' | 'kept'> {
  const known = readPair(out, String(id))
  const isKept = known !== undefined && isFresh(known.certPem, authority.certPem)
  const pair = isKept ? known : await issueProbeCertificate(authority, { probeId: id, fqdn, days: PROBE_DAYS })
  const outcome = await probes.add({
    id,
    fqdn,
    fingerprint: fingerprintOf(pair.certPem),
    notAfter: expiryOf(pair.certPem),
  })
  if (typeof outcome === 'string') throw new Error(`probe ${id} (${fqdn}) cannot be added: ${outcome}`)
  if (!isKept) writePair(out, String(id), pair)
  return isKept ? 'kept' : 'issued'
}
