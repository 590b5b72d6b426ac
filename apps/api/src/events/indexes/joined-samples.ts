import { createDataSample, type DataSample } from '@watchpost/query-guard'
import type { KnownIndex } from './choose-indexes.ts'
import { sampleSize } from './sample-size.ts'
import type { TimeProfile } from './time-profiles.ts'

interface Profiles {
  version(): number
  of(uuid: string): TimeProfile | undefined
}

/**
 * The samples of several indexes as one, in which each index has its share. It is made again only after something was
 * read, since what the guard works out about a field is kept with it.
 */
export function createJoinedSamples(profiles: Profiles) {
  const known = new Map<string, { version: number; indexes: string; sample: DataSample | undefined }>()

  return {
    /** Under a name for these indexes; undefined while nothing is known about them. */
    of(name: string, indexes: readonly KnownIndex[]): DataSample | undefined {
      const [version, names] = [profiles.version(), indexes.map(({ uuid }) => uuid).join()]
      const found = known.get(name)
      if (found?.version === version && found.indexes === names) return found.sample
      const sample = joined(indexes, profiles)
      known.set(name, { version, indexes: names, sample })
      return sample
    },
  }
}

function joined(indexes: readonly KnownIndex[], profiles: Profiles): DataSample | undefined {
  const total = indexes.reduce((sum, each) => sum + each.documents, 0)
  const read = indexes.flatMap((index) => {
    const profile = profiles.of(index.uuid)
    return profile ? [{ index, profile }] : []
  })
  const documents = read.flatMap(({ index, profile }) => profile.sample.slice(0, sampleSize(index, total)))
  if (documents.length === 0) return undefined
  const represents = read.reduce((sum, { index, profile }) => sum + Math.min(index.documents, profile.documents), 0)
  return createDataSample(documents, represents)
}
