import type { Client } from '@opensearch-project/opensearch'
import { families, type StoredFamily } from '@watchpost/model'
import type { EngineConfig } from './connect/engine-config.ts'
import { aliasName, openAliasName, readIndexName } from './generation.ts'

/** The aliases that an index gets when it is created. */
export function aliasesOf(prefix: string, family: StoredFamily): string[] {
  const ofEvents = families.filter((each) => each === family)
  return [aliasName(prefix, family), ...ofEvents.map((each) => openAliasName(prefix, each))]
}

/** The alias for the generations that accept events, see `openAliasName`. */
export function createOpenAlias(client: Client, { prefix }: EngineConfig) {
  async function aliasesByIndex(): Promise<Map<string, string[]>> {
    const { body } = await client.indices.getAlias({
      index: families.map((family) => `${aliasName(prefix, family)}-*`),
    })
    return new Map(Object.entries(body).map(([index, { aliases }]) => [index, Object.keys(aliases ?? {})]))
  }
  return {
    /** Names of the indexes that have the alias. */
    async openIndexes(): Promise<ReadonlySet<string>> {
      const all = await aliasesByIndex()
      const open = families.map((family) => openAliasName(prefix, family))
      return new Set(all.keys().filter((index) => all.get(index)?.some((alias) => open.includes(alias))))
    },

    /** Gives the alias to the indexes of these generations, or takes it, in one step. Others stay as they are. */
    async setOpen(isOpenOf: ReadonlyMap<number, boolean>): Promise<void> {
      const actions = [...(await aliasesByIndex())].flatMap(([index, aliases]) => {
        const read = readIndexName(prefix, index)
        const family = families.find((each) => each === read?.family)
        if (!read || !family) return []
        const alias = openAliasName(prefix, family)
        const isOpen = isOpenOf.get(read.generation.number)
        if (isOpen === undefined || isOpen === aliases.includes(alias)) return []
        return [isOpen ? { add: { index, alias } } : { remove: { index, alias, must_exist: false } }]
      })
      if (actions.length > 0) await client.indices.updateAliases({ body: { actions } })
    },
  }
}
