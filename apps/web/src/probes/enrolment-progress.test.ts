import { expect, test } from 'vitest'
import { beforeOf, progressOf } from './enrolment-progress.ts'
import { aProbe } from './fixtures/a-probe.ts'

const fresh = aProbe({ is_paired: false, certificate: null, last_seen_at: null, health: null, ledger: null })

test('a new probe is paired, then connected, then its events arrive', () => {
  const before = beforeOf(fresh)
  expect(progressOf(fresh, before)).toEqual({ isPaired: false, isConnected: false, events: 0 })
  expect(progressOf(aProbe({ last_seen_at: null, ledger: null }), before)).toMatchObject({
    isPaired: true,
    isConnected: false,
  })
  expect(progressOf(aProbe({ ledger: null }), before)).toEqual({ isPaired: true, isConnected: true, events: 0 })
  expect(progressOf(aProbe(), before)).toEqual({ isPaired: true, isConnected: true, events: 100 })
})

test('starts over when a probe is paired again, ignoring its old certificate and events', () => {
  const before = beforeOf(aProbe())
  expect(progressOf(aProbe(), before)).toEqual({ isPaired: false, isConnected: false, events: 0 })
  const certificate = { fingerprint_sha256: 'other', issued_at: '', not_after: '' }
  const ledger = { received: 130, indexed: 130, dead_lettered: 0, waiting: 0, missing: 0 }
  expect(progressOf(aProbe({ certificate, ledger }), before)).toEqual({ isPaired: true, isConnected: true, events: 30 })
})
