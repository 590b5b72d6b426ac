import { loadConfig } from '@watchpost/runtime'
import { connectStore, ownerOf, type Store, StoreConfig, StoreOwnerConfig } from '@watchpost/store'
import { Type } from 'typebox'
import type { Stack } from '../../../stack/stack.ts'

const ConnectionConfig = Type.Object({ store: StoreConfig, owner: StoreOwnerConfig })

/** The database of a stack as its owner, for checks that the API does not allow. */
export function connectToStore({ folder }: Stack): Store {
  // The file has the owner of the log as well.
  const config = loadConfig(ConnectionConfig, { WATCHPOST_CONFIG_FILE: folder.environment }, { isPartial: true })
  return connectStore(ownerOf(config), 'proof')
}
