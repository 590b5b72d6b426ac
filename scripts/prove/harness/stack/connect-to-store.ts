import { loadConfig } from '@watchpost/runtime'
import { connectStore, type Store, StoreConfig } from '@watchpost/store'
import { Type } from 'typebox'
import type { Stack } from '../../../stack/stack.ts'

/** The database of a stack, for checks that the API does not allow. */
export function connectToStore({ folder }: Stack): Store {
  const { store } = loadConfig(Type.Object({ store: StoreConfig }), { WATCHPOST_CONFIG_FILE: folder.environment })
  return connectStore(store, 'proof')
}
