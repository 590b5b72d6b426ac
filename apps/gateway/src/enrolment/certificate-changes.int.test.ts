import { randomBytes } from 'node:crypto'
import { connectStore, createManagedProbeStore, createProbeStore, type Store } from '@watchpost/store'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { createCertificateChanges } from './certificate-changes.ts'
import { originOf } from './enrolment-service.ts'

const POOL = 5
const PROBES = 20
const ADDRESS = '192.0.2.1'

test('probes that all renew while the audit is locked leave connections for lookups, and all are renewed then', async () => {
  await using made = await testStore()
  const store = connectStore({ ...made.config, poolSize: POOL }, 'gateway')
  const changes = createCertificateChanges(store, POOL)
  const probes = await Promise.all(Array.from({ length: PROBES }, (_, n) => aProbe(made.store, changes, n)))

  const lock = await made.store.db.startTransaction().execute()
  await lock.selectFrom('audit_head').selectAll().forUpdate().execute()
  const renewals = probes.map(({ id, fingerprint }) =>
    changes.issueInTurn(() =>
      changes.enrolments.renew(fingerprint, aCertificate(), originOf({ id }, { address: ADDRESS, requestId: '' })),
    ),
  )
  const uses = probes.map(({ id, fingerprint }) => changes.firstUse({ probeId: id, fingerprint, address: ADDRESS }))
  for (const { id, fingerprint } of probes) {
    expect(await createProbeStore(store).findByFingerprint(fingerprint)).toMatchObject({ id, isPaired: true })
  }
  await lock.rollback().execute()

  expect(new Set(await Promise.all(renewals))).toEqual(new Set(['renewed']))
  expect(new Set(await Promise.all(uses))).toEqual(new Set(['used']))
  await store.close()
})

test('a renewal that would wait behind a hundred others is refused at once', async () => {
  await using made = await testStore()
  const changes = createCertificateChanges(made.store, POOL)
  const { id, fingerprint } = await aProbe(made.store, changes, 1)
  const origin = originOf({ id }, { address: ADDRESS, requestId: '' })
  const renewals = await Promise.allSettled(
    Array.from({ length: 103 }, () =>
      changes.issueInTurn(() => changes.enrolments.renew(fingerprint, aCertificate(), origin)),
    ),
  )
  const refused = renewals.filter((each) => each.status === 'rejected')
  expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual([
    'too-many-requests',
    'too-many-requests',
  ])
})

function aCertificate() {
  return { fingerprint: randomBytes(32), notAfter: new Date(Date.now() + 86_400_000) }
}

async function aProbe(store: Store, changes: ReturnType<typeof createCertificateChanges>, number: number) {
  const codeHash = randomBytes(32)
  const origin = originOf({ id: number }, { address: ADDRESS, requestId: '' })
  const probe = await createManagedProbeStore(store).create(
    { fqdn: `probe-${number}.example.test`, eventsPerSecond: null },
    { codeHash, minutes: 15, sourceNetwork: null },
    origin,
  )
  if (typeof probe === 'string') throw new Error(probe)
  const certificate = aCertificate()
  await changes.enrolments.take({ codeHash, address: ADDRESS }, certificate, origin)
  return { id: probe.id, fingerprint: certificate.fingerprint }
}
