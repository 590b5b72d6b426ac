import type { Store } from './connect-store.ts'

/** What operators set while the appliance runs. */
export interface Settings {
  /** Life of a token, from 300 to 86,400 seconds. */
  sessionAgeSeconds: number
}

export type SettingStore = ReturnType<typeof createSettingStore>

export function createSettingStore({ db }: Store) {
  return {
    async read(): Promise<Settings> {
      const rows = await db.selectFrom('setting').select(['name', 'value']).execute()
      const values = new Map(rows.map((row) => [row.name, row.value]))
      return { sessionAgeSeconds: Number(values.get('session_age_seconds') ?? 28_800) }
    },
  }
}
