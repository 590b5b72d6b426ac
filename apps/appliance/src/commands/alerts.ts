import { loadConfig } from '@watchpost/runtime'
import { connectStore, createReprojectionStore, StoreConfig } from '@watchpost/store'
import { Type } from 'typebox'
import { consoleOrigin } from '../console-origin.ts'

/** Settings for copying the state of alerts again. */
const AlertsConfig = Type.Object({ store: StoreConfig })

/** Has the indexers copy the state of every alert into the engine again. */
export async function reprojectAlerts(say: (line: string) => void): Promise<void> {
  const store = connectStore(loadConfig(AlertsConfig).store, 'alerts')
  try {
    await createReprojectionStore(store).request(consoleOrigin())
    say('the state of all alerts is being copied to OpenSearch again; `watchpost doctor` shows when it is done')
  } finally {
    await store.close()
  }
}
