import { appendFileSync, writeFileSync } from 'node:fs'
import { expiryOf, fingerprintOf, issueProbeCertificate, type KeyPair } from '@watchpost/pki'
import type { Store } from '@watchpost/store'
import type { Report } from '../../harness/report.ts'

/** One simulated probe, as passed to the processes that simulate it. */
export interface FleetProbe {
  id: number
  fqdn: string
  cert: string
  key: string
}

const AT_ONCE = 100
const DAYS = 7

/**
 * Adds probes with certificates to the store, many at once and without pairing codes; writes them to a file, one per
 * line.
 */
export async function makeFleet(
  store: Store,
  authority: KeyPair,
  { first, count, file }: { first: number; count: number; file: string },
  report: Report,
): Promise<void> {
  writeFileSync(file, '', { mode: 0o600 })
  for (let done = 0; done < count; done += AT_ONCE) {
    const fleet = await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - done) }, async (_, turn): Promise<FleetProbe> => {
        const id = first + done + turn
        const fqdn = `fleet-${id}.example.test`
        const { certPem, keyPem } = await issueProbeCertificate(authority, { probeId: id, fqdn, days: DAYS })
        return { id, fqdn, cert: certPem, key: keyPem }
      }),
    )
    await store.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('probe')
        .values(fleet.map(({ id, fqdn }) => ({ id, fqdn })))
        .execute()
      const rows = fleet.map(({ id, cert }) => ({
        fingerprint: fingerprintOf(cert),
        probe_id: id,
        not_after: expiryOf(cert),
      }))
      await trx.insertInto('probe_certificate').values(rows).execute()
    })
    appendFileSync(file, fleet.map((each) => `${JSON.stringify(each)}\n`).join(''))
    if ((done + AT_ONCE) % 1_000 === 0) report.step(`${done + AT_ONCE} of ${count} simulated probes have certificates`)
  }
}
