import { type Settings, settingsFrom } from '@watchpost/contract'
import type { VersionedSettings } from '@watchpost/store'
import type { SettingPorts } from '../../src/settings/setting-service.ts'

/** An in-memory store of settings. */
export function aSettingStore(): SettingPorts {
  let present: VersionedSettings<Settings> = { version: 1, settings: settingsFrom(new Map()) }
  return {
    read: async () => present,
    async change(_origin, wanted, expectedVersion = present.version) {
      if (expectedVersion !== present.version) return 'changed-meanwhile'
      present = { version: present.version + 1, settings: { ...present.settings, ...wanted } }
      return present
    },
  }
}
