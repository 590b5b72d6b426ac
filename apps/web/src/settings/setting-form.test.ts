import type { Settings } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { changedNames, changeOf, lengthMsOf, typedFrom, unitOf } from './setting-form.ts'

const settings: Settings = {
  session_age_seconds: 28_800,
  session_max_days: 7,
  cookie_idle_minutes: 30,
  retention_days: 30,
  disk_limit_percent: 80,
  probe_events_per_second: 10_000,
  probe_silent_seconds: 120,
  clock_ahead_minutes: 60,
  oldest_event_days: 365,
  file_max_mib: 32,
  file_storage_gib: 10,
  file_retention_days: 7,
  probe_file_kib_per_second: 2_048,
}

test('has no changes at first, nor after an edit is reverted', () => {
  const typed = typedFrom(settings)
  expect(changedNames(typed, settings)).toEqual([])
  expect(changedNames({ ...typed, retention_days: ' 30 ' }, settings)).toEqual([])
})

test('sends only changed settings and reports values that are not whole numbers', () => {
  const typed = {
    ...typedFrom(settings),
    session_age_seconds: '600',
    retention_days: 'a month',
    disk_limit_percent: '',
  }
  expect(changeOf(typed, settings)).toEqual({
    change: { session_age_seconds: 600 },
    wrong: ['retention_days', 'disk_limit_percent'],
  })
})

test.each([
  ['session_age_seconds', 'seconds'],
  ['probe_events_per_second', 'per_second'],
  ['probe_file_kib_per_second', 'kib_per_second'],
  ['file_storage_gib', 'gib'],
  ['disk_limit_percent', 'percent'],
  ['something_new', undefined],
])('the unit of %s is %s', (name, unit) => {
  expect(unitOf({ name })).toBe(unit)
})

test('converts durations to milliseconds, but not percentages', () => {
  expect(lengthMsOf('minutes', '90')).toBe(5_400_000)
  expect([lengthMsOf('percent', '80'), lengthMsOf('days', ''), lengthMsOf(undefined, '1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
