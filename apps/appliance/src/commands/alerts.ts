import { loadConfig } from '@watchpost/runtime'
import { connectStore, createAlertOutboxStore, StoreConfig } from '@watchpost/store'
import { Type } from 'typebox'
import { consoleOrigin } from '../console-origin.ts'

/** Settings for copying the state of alerts again. */
const AlertsConfig = Type.Object({ store: StoreConfig })

/** Has the indexers copy the state of every alert into the engine again. */
export async function reprojectAlerts(say: (line: string) => void): Promise<void> {
  const store = connectStore(loadConfig(AlertsConfig).store, 'alerts')
  try {
    const count = await createAlertOutboxStore(store).enqueueAll(consoleOrigin())
    say(`the state of ${count} alert(s) will be copied to the engine again; an indexer has to run for it`)
  } finally {
    await store.close()
  }
}
