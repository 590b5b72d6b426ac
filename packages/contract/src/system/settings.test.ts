import fc from 'fast-check'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { Settings, settingsFrom } from './settings.ts'

const names = Object.keys(Settings.properties)

test('every setting has bounds, a default within them, a description, and a role that may change it', () => {
  for (const [name, schema] of Object.entries(Settings.properties)) {
    expect(schema, name).toMatchObject({
      minimum: expect.any(Number),
      maximum: expect.any(Number),
      default: expect.any(Number),
      description: expect.stringMatching(/^\S.{20,}\.$/),
      'x-changed-by': 'administrator',
    })
    expect(Value.Check(schema, (schema as { default?: unknown }).default), name).toBe(true)
  }
})

test('returns the defaults if nothing is stored', () => {
  expect(settingsFrom(new Map())).toEqual({
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
  })
})

test('returns only settings within their bounds, for any stored values', () => {
  const stored = fc.array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...names, '__proto__', 'unknown'), fc.string()),
      fc.oneof(fc.integer(), fc.jsonValue(), fc.constant(undefined)),
    ),
  )
  fc.assert(
    fc.property(stored, (pairs) => {
      const values = new Map<string, unknown>(pairs)
      const settings = settingsFrom(values)
      expect(Value.Check(Settings, settings)).toBe(true)
      for (const name of names) {
        const schema = Settings.properties[name as keyof Settings]
        if (Value.Check(schema, values.get(name))) expect(settings[name as keyof Settings]).toBe(values.get(name))
      }
    }),
  )
})
