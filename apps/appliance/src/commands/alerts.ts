import { loadConfig } from '@watchpost/runtime'
import { connectStore, createClusterRecountStore, createReprojectionStore, StoreConfig } from '@watchpost/store'
import { Type } from 'typebox'
import { consoleOrigin } from '../console-origin.ts'

/** Settings for copying the state of alerts, or counting them, again. */
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

/** Has all clusters counted again, and scored by the newest risk policy. */
export async function recountAlerts(say: (line: string) => void): Promise<void> {
  const store = connectStore(loadConfig(AlertsConfig).store, 'alerts')
  try {
    const version = await createClusterRecountStore(store).request(consoleOrigin())
    say(
      `all clusters are being counted again, with version ${version} of the risk policy; \`watchpost doctor\` shows when it is done`,
    )
  } finally {
    await store.close()
  }
}
