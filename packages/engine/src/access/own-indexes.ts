import { storedFamilies } from '@watchpost/model'
import { clusterAlias } from '../clusters/cluster-index.ts'
import type { EngineConfig } from '../connect/engine-config.ts'
import { aliasName } from '../generation.ts'

type Named = Pick<EngineConfig, 'prefix'>

/** The aliases of all our indexes. */
export function ownAliases({ prefix }: Named): string[] {
  return [...storedFamilies.map((family) => aliasName(prefix, family)), clusterAlias(prefix)]
}

/** Patterns that match all our indexes, and none of other applications: our user may not see those. */
export function ownIndexPatterns(config: Named): string[] {
  return ownAliases(config).map((alias) => `${alias}-*`)
}
