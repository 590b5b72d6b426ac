import { SyslogState } from '@watchpost/contract'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { createLiveState } from './live-state.ts'

const bounds = { starts: new Map([[0, 0]]), ends: new Map([[0, 1_000]]), auditEnd: 51 }
const tally = { sent: 5, filtered: 2, repeated: 1, unreadable: 1, trimmed: 1, bytes: 900, receivedAt: 1, traced: [] }

function aState(known = bounds) {
  const clock = { now: 1_000_000_000_000 }
  const state = createLiveState({ epoch: () => 7, bounds: () => known, retentionSeconds: 86_400, now: () => clock.now })
  return { clock, state }
}

test('reports the state in the documented form', () => {
  const { state, clock } = aState()
  state.become('connected')
  state.sent(tally)
  state.failed('The receiver closed the connection.')
  const standing = { head: new Map([[0, 990]]), receivedAt: clock.now - 2_500, windowBytes: 900, nextRow: undefined }
  const report = state.report(standing, ['a warning'])
  expect(Value.Check(SyslogState, { ...report, reported_at: null })).toBe(true)
  expect(report).toMatchObject({
    status: 'connected',
    lag_events: 10,
    lag_seconds: 2.5,
    log: { epoch: 7, unsent_events: 10 },
    sent_events: 5,
    filtered_events: 2,
    repeated_events: 1,
    last_error: { message: 'The receiver closed the connection.' },
    retention: { held_seconds: 86_400, remaining_seconds: 86_397, at_risk: false },
    warnings: ['a warning'],
  })
})

test('computes the rate over the last ten seconds', () => {
  const { state, clock } = aState()
  for (let second = 0; second < 20; second++) {
    state.sent({ ...tally, sent: 100 })
    clock.now += 1_000
  }
  expect(state.report(undefined, []).rate).toBe(100)
})

test('warns before the log drops unsent events, by time and by size', () => {
  const { state, clock } = aState()
  const old = { head: new Map([[0, 500]]), receivedAt: clock.now - 80_000_000, windowBytes: 0, nextRow: undefined }
  expect(state.report(old, []).retention).toMatchObject({ at_risk: true, remaining_seconds: 6_400 })
  const full = aState({ starts: new Map([[0, 900]]), ends: new Map([[0, 1_900]]), auditEnd: 1 })
  const near = { head: new Map([[0, 1_000]]), receivedAt: full.clock.now - 60_000, windowBytes: 0, nextRow: undefined }
  expect(full.state.report(near, []).retention.at_risk).toBe(true)
  const done = { head: new Map([[0, 1_900]]), receivedAt: 0, windowBytes: 0, nextRow: undefined }
  expect(full.state.report(done, []).retention).toMatchObject({ at_risk: false, remaining_seconds: null })
})

test('counts unsent audit rows as lag, but not as at risk', () => {
  const { state, clock } = aState()
  const standing = { head: new Map([[0, 1_000]]), receivedAt: clock.now - 80_000_000, windowBytes: 0, nextRow: 41 }
  expect(state.report(standing, [])).toMatchObject({
    lag_events: 10,
    lag_seconds: 80_000,
    retention: { remaining_seconds: null, at_risk: false },
  })
})

test('reports events that the log has dropped', () => {
  const { state } = aState()
  state.lost(7)
  expect(state.report(undefined, [])).toMatchObject({ lost_events: 7, warnings: [expect.stringContaining('7 events')] })
})
