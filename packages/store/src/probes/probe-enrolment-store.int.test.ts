import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { aCode, aProbe } from '../../test/a-probe.ts'
import { anOrigin } from '../../test/an-account.ts'
import { connectStore, type Store } from '../database/connect-store.ts'
import { createManagedProbeStore } from './managed-probe-store.ts'
import { createProbeEnrolmentStore } from './probe-enrolment-store.ts'
import { createProbeStore } from './probe-store.ts'

const origin = anOrigin()
const notAfter = new Date(Date.now() + 7 * 86_400_000)
const certificate = (fill: number) => ({ fingerprint: Buffer.alloc(32, fill), notAfter })
const from = (codeHash: Uint8Array, address = '192.0.2.1') => ({ codeHash, address })

async function isGood(store: Store, fill: number): Promise<boolean> {
  const found = await createProbeStore(store).findByFingerprint(Buffer.alloc(32, fill))
  return found !== 'absent' && found.isPaired
}

test('accepts a code once when many present it at the same time', async () => {
  await using test = await testStore()
  const enrolments = createProbeEnrolmentStore(test.store)
  const code = aCode()
  const id = await aProbe(test.store, code)
  expect(await enrolments.findByCode(from(code.codeHash))).toMatchObject({ id })

  const outcomes = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((fill) => enrolments.take(from(code.codeHash), certificate(fill), origin)),
  )
  expect(outcomes.filter((each) => each === 'taken')).toHaveLength(1)
  expect(await enrolments.findByCode(from(code.codeHash))).toBe('refused')
  expect(await test.store.db.selectFrom('probe_certificate').select('probe_id').execute()).toEqual([{ probe_id: id }])
  const audited = await test.store.db.selectFrom('audit').select('object').where('action', '=', 'probe.enrol').execute()
  expect(audited).toEqual([{ object: `probe/${id}` }])
  expect(await createManagedProbeStore(test.store).find(id)).toMatchObject({ isPaired: true, enrolmentExpiresAt: null })
})

test('rejects a code after its expiry or from another network', async () => {
  await using test = await testStore()
  const enrolments = createProbeEnrolmentStore(test.store)
  const code = aCode({ minutes: 15, sourceNetwork: '192.0.2.9/24' })
  await aProbe(test.store, code)
  for (const address of ['198.51.100.1', '2001:db8::1']) {
    expect(await enrolments.findByCode(from(code.codeHash, address))).toBe('refused')
    expect(await enrolments.take(from(code.codeHash, address), certificate(1), origin)).toBe('refused')
  }

  let later = 15 * 60 + 1
  const clock = connectStore(test.config, 'test', { clockOffsetSeconds: () => later })
  const then = createProbeEnrolmentStore(clock)
  expect(await then.findByCode(from(code.codeHash))).toBe('refused')
  expect(await then.take(from(code.codeHash), certificate(1), origin)).toBe('refused')
  later = 14 * 60
  expect(await then.take(from(code.codeHash), certificate(1), origin)).toBe('taken')
  await clock.close()
  expect(await enrolments.findByCode(from(aCode().codeHash))).toBe('refused')
})

test('replaces the old code with a new one, and revokes earlier certificates when it is used', async () => {
  await using test = await testStore()
  const enrolments = createProbeEnrolmentStore(test.store)
  const [first, second, third] = [aCode(), aCode(), aCode()]
  const id = await aProbe(test.store, first)
  expect(await enrolments.pair(id, second, origin)).toEqual(expect.any(Date))
  expect(await enrolments.take(from(first.codeHash), certificate(1), origin)).toBe('refused')
  expect(await enrolments.take(from(second.codeHash), certificate(1), origin)).toBe('taken')
  await enrolments.pair(id, third, origin)
  expect(await isGood(test.store, 1)).toBe(true)
  expect(await enrolments.take(from(third.codeHash), certificate(2), origin)).toBe('taken')
  expect([await isGood(test.store, 1), await isGood(test.store, 2)]).toEqual([false, true])
  expect(await enrolments.pair(99, aCode(), origin)).toBe('absent')
})

test('adds a renewed certificate to the current one, if that is still valid', async () => {
  await using test = await testStore()
  const { store } = test
  const enrolments = createProbeEnrolmentStore(store)
  const code = aCode()
  const id = await aProbe(store, code)
  await enrolments.take(from(code.codeHash), certificate(1), origin)
  const renew = (present: number, next: number) =>
    enrolments.renew(Buffer.alloc(32, present), certificate(next), origin)
  expect(await renew(9, 2)).toBe('refused')
  expect(await renew(1, 2)).toBe('renewed')
  expect([await isGood(store, 1), await isGood(store, 2)]).toEqual([true, true])
  expect(await createManagedProbeStore(store).find(id)).toMatchObject({
    certificate: { fingerprint: Buffer.alloc(32, 2) },
  })

  const longAgo = new Date(Date.now() - 31 * 86_400_000)
  await store.db
    .updateTable('probe_certificate')
    .set({ not_after: longAgo })
    .where('fingerprint', '=', Buffer.alloc(32, 1))
    .execute()
  expect(await renew(1, 3)).toBe('refused')
  expect(await renew(2, 3)).toBe('renewed')
  const kept = await store.db.selectFrom('probe_certificate').select('fingerprint').orderBy('fingerprint').execute()
  expect(kept.map(({ fingerprint }) => fingerprint[0])).toEqual([2, 3])
})

test('revokes all certificates and codes of a probe once', async () => {
  await using test = await testStore()
  const { store } = test
  const enrolments = createProbeEnrolmentStore(store)
  const [code, waiting] = [aCode(), aCode()]
  const id = await aProbe(store, code)
  await enrolments.take(from(code.codeHash), certificate(1), origin)
  await enrolments.renew(Buffer.alloc(32, 1), certificate(2), origin)
  await enrolments.pair(id, waiting, origin)

  expect([await enrolments.revoke(id, origin), await enrolments.revoke(id, origin)]).toEqual(['revoked', 'revoked'])
  expect([await isGood(store, 1), await isGood(store, 2)]).toEqual([false, false])
  expect(await enrolments.take(from(waiting.codeHash), certificate(3), origin)).toBe('refused')
  expect(await enrolments.renew(Buffer.alloc(32, 2), certificate(3), origin)).toBe('refused')
  expect(await createManagedProbeStore(store).find(id)).toMatchObject({ isPaired: false, certificate: null })
  const audited = await store.db.selectFrom('audit').select('before').where('action', '=', 'probe.revoke').execute()
  expect(audited).toMatchObject([{ before: { unused_codes: 1 } }])
})

test('leaves nothing valid and no deadlock after concurrent revocations and code uses', async () => {
  await using test = await testStore()
  const { store } = test
  const enrolments = createProbeEnrolmentStore(store)
  const code = aCode()
  const id = await aProbe(store, code)
  for (let round = 1; round <= 10; round += 1) {
    const next = aCode()
    await enrolments.pair(id, next, origin)
    await Promise.all([
      enrolments.take(from(next.codeHash), certificate(round), origin),
      enrolments.revoke(id, origin),
      enrolments.pair(id, aCode(), origin),
      createManagedProbeStore(store).change(id, { isPaused: round % 2 === 0 }, origin),
    ])
    await enrolments.revoke(id, origin)
    expect(await isGood(store, round)).toBe(false)
  }
})
