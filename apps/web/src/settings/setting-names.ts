import { type PlainKey, text } from '../texts/text.ts'
import type { Unit } from './setting-form.ts'

const names: Readonly<Record<string, PlainKey>> = {
  session_age_seconds: 'setting.session_age_seconds',
  session_max_days: 'setting.session_max_days',
  cookie_idle_minutes: 'setting.cookie_idle_minutes',
  retention_days: 'setting.retention_days',
  disk_limit_percent: 'setting.disk_limit_percent',
  probe_events_per_second: 'setting.probe_events_per_second',
  probe_silent_seconds: 'setting.probe_silent_seconds',
  clock_ahead_minutes: 'setting.clock_ahead_minutes',
  oldest_event_days: 'setting.oldest_event_days',
  file_max_mib: 'setting.file_max_mib',
  file_storage_gib: 'setting.file_storage_gib',
  file_retention_days: 'setting.file_retention_days',
  probe_file_kib_per_second: 'setting.probe_file_kib_per_second',
}

/** The display name of a setting. Settings without a text use their API name. */
export function settingName(name: string): string {
  const key = names[name]
  return key ? text(key) : name.replaceAll('_', ' ')
}

export function unitName(unit: Unit): string {
  return text(`unit.${unit}`)
}
