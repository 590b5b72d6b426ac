import { AppError, type Settings, type SettingsChange } from '@watchpost/contract'
import type { AuditOrigin, VersionedSettings } from '@watchpost/store'

/** Storage of the settings. Each change is audited in the same transaction. */
export interface SettingPorts {
  read(): Promise<VersionedSettings<Settings>>
  change(
    origin: AuditOrigin,
    wanted: SettingsChange,
    expectedVersion?: number,
  ): Promise<VersionedSettings<Settings> | 'changed-meanwhile'>
}

export type SettingService = ReturnType<typeof createSettingService>

export function createSettingService(store: SettingPorts) {
  return {
    read: store.read,

    async change(origin: AuditOrigin, wanted: SettingsChange, ifMatch?: string): Promise<VersionedSettings<Settings>> {
      const changed = await store.change(origin, wanted, versionIn(ifMatch))
      if (changed === 'changed-meanwhile') throw new AppError('changed-meanwhile')
      return changed
    },
  }
}

/** The version of an `If-Match` header; undefined if it is absent or `*`. */
function versionIn(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined
  const version = /^"(\d{1,9})"$/.exec(ifMatch)?.[1]
  if (!version) throw new AppError('invalid-request', 'If-Match must be the ETag that reading the settings gave.')
  return Number(version)
}
