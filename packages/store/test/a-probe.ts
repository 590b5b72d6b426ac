import { createHash, randomBytes } from 'node:crypto'
import type { Store } from '../src/database/connect-store.ts'
import { createManagedProbeStore } from '../src/probes/managed-probe-store.ts'
import type { NewCode } from '../src/probes/probe-enrolment-rows.ts'
import { anOrigin } from './an-account.ts'

/** A pairing code as it is stored. */
export function aCode(wish: Partial<NewCode> = {}): NewCode {
  const codeHash = createHash('sha256').update(randomBytes(20)).digest()
  return { codeHash, minutes: 15, sourceNetwork: null, ...wish }
}

/** Creates an unpaired probe with a unique name; returns its id. */
export async function aProbe(store: Store, code = aCode()): Promise<number> {
  const fqdn = `probe-${randomBytes(4).toString('hex')}.example.test`
  const made = await createManagedProbeStore(store).create({ fqdn, eventsPerSecond: null }, code, anOrigin())
  if (typeof made === 'string') throw new Error(made)
  return made.id
}
