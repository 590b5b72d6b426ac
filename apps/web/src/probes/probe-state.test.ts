import type { Probe } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { aCloneAlarm, aHealth, aProbe } from './fixtures/a-probe.ts'
import { stateOf, troublesOf } from './probe-state.ts'

const now = Date.parse('2026-11-16T09:12:40Z')
const corrected = (at: string) => ({ ahead: 1, old: 0, last_claimed: '9999-12-31T23:59:59Z', last_received_at: at })
const unpaired = { is_paired: false, certificate: null, last_seen_at: null, health: null, ledger: null }

test.each<[string, Partial<Probe>]>([
  ['sending', {}],
  ['waiting', { ...unpaired, enrolment_expires_at: '2026-11-16T09:20:00Z' }],
  ['unpaired', { ...unpaired, enrolment_expires_at: '2026-11-16T09:12:00Z' }],
  ['unpaired', unpaired],
  ['paused', { is_paused: true }],
  ['unheard', { last_seen_at: null, health: null, ledger: null }],
  ['cloned', { clone_alarms: [aCloneAlarm()] }],
  ['cloned', { clone_alarms: [aCloneAlarm()], is_paused: true, last_seen_at: null }],
  ['unpaired', { ...unpaired, clone_alarms: [aCloneAlarm()] }],
  ['trouble', { health: aHealth({ lag_seconds: 90 }) }],
  ['trouble', { ledger: { received: 90, indexed: 90, dead_lettered: 0, waiting: 0, missing: 10 } }],
  ['trouble', { clock_corrections: corrected('2026-11-16T08:13:00Z') }],
  ['sending', { clock_corrections: corrected('2026-11-16T08:12:00Z') }],
])('a probe is %s with %j', (state, changed) => {
  expect(stateOf(aProbe(changed), now, new Set([8]))).toBe(state)
})

test('is silent when the coverage says so, and unknown without coverage', () => {
  const long = aProbe({ last_seen_at: '2026-11-16T08:00:00Z' })
  expect(stateOf(long, now, new Set())).toBe('sending')
  expect(stateOf(long, now, new Set([long.id]))).toBe('silent')
  expect(stateOf(long, now, undefined)).toBe('unknown')
})

test('lists every problem of a probe', () => {
  const health = aHealth({
    spool: { bytes: 10, limit_bytes: 10, batches: 1, is_full: true },
    lag_seconds: 61,
    capture: { packets: 100, dropped: 2, loss_percent: 2 },
    clock_offset_ms: -6_000,
    possible_losses: [{ at: '2026-11-16T09:00:00Z', reason: 'the file was cut off', bytes: 3 }],
  })
  expect(troublesOf(aProbe({ health })).map(({ kind }) => kind)).toEqual(['full', 'late', 'loss', 'clock', 'lost'])
  expect(troublesOf(aProbe())).toEqual([])
})
