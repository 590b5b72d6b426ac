import { randomBytes } from 'node:crypto'
import type { Store } from '../src/database/connect-store.ts'
import { createProbeEnrolmentStore } from '../src/probes/probe-enrolment-store.ts'
import { createProbeStore } from '../src/probes/probe-store.ts'
import { createCloneAlarmStore } from '../src/probes/clone-alarm-store.ts'
import { createProbeUseStore } from '../src/probes/probe-use-store.ts'
import { aCode, aProbe } from './a-probe.ts'
import { anOrigin } from './an-account.ts'

const DAY_MS = 86_400_000

/** A paired probe, with the actions of the gateway and the agent on its certificates. */
export async function aProbeIdentity(store: Store) {
  const enrolments = createProbeEnrolmentStore(store)
  const uses = createProbeUseStore(store)
  const registry = createProbeStore(store)
  const clones = createCloneAlarmStore(store)
  const origin = anOrigin()
  const certificate = () => ({ fingerprint: randomBytes(32), notAfter: new Date(Date.now() + 365 * DAY_MS) })
  const code = aCode()
  const id = await aProbe(store, code)
  const first = certificate()
  await enrolments.take({ codeHash: code.codeHash, address: '192.0.2.1' }, first, origin)

  return {
    id,
    first: first.fingerprint,
    enrolments,
    clones,
    uses,
    origin,
    /** The fingerprint of the new certificate. */
    async renew(present: Buffer): Promise<Buffer | 'refused'> {
      const next = certificate()
      return (await enrolments.renew(present, next, origin)) === 'renewed' ? next.fingerprint : 'refused'
    },
    /** A request as the gateway handles it: whether it is accepted, and which alarms it raises. */
    async use(fingerprint: Buffer, address = '192.0.2.1'): Promise<{ isIn: boolean; reasons: string[] }> {
      const found = await registry.findByFingerprint(fingerprint)
      if (found === 'absent' || (!found.isPaired && !found.isSuperseded)) return { isIn: false, reasons: [] }
      const use = { probeId: id, fingerprint, address }
      const isIn = found.isPaired && (found.isUsed || (await uses.first(use, origin)) === 'used')
      const signs = await uses.note([{ ...use, ageMs: 0 }])
      return { isIn, reasons: signs.map(({ reason }) => reason) }
    },
    async live(): Promise<Buffer[]> {
      const rows = await store.db
        .selectFrom('probe_certificate')
        .select('fingerprint')
        .where('probe_id', '=', id)
        .execute()
      const found = await registry.findByFingerprints(rows.map(({ fingerprint }) => fingerprint))
      // Exclude superseded certificates in their 30 s grace period.
      return found.filter(({ isPaired, isSuperseded }) => isPaired && !isSuperseded).map((each) => each.fingerprint)
    },
  }
}
