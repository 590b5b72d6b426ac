import { createDataSample, type DataSample } from '@watchpost/query-guard'
import type { KnownIndex } from './choose-indexes.ts'
import { sampleSize } from './sample-size.ts'
import type { TimeProfile } from './time-profiles.ts'

interface Profiles {
  version(): number
  of(uuid: string): TimeProfile | undefined
}

/**
 * Joins the samples of several indexes, each by its share. A joined sample is kept until another index is read, because
 * the guard caches its fields.
 */
export function createJoinedSamples(profiles: Profiles) {
  const known = new Map<string, { version: number; indexes: string; sample: DataSample | undefined }>()

  return {
    /** Cached by a name for these indexes; undefined while none of them is sampled. */
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
    const { sample, documents = 0 } = profiles.of(index.uuid) ?? {}
    return sample ? [{ index, sample, represented: Math.min(index.documents, documents) }] : []
  })
  const documents = read.flatMap(({ index, sample }) => sample.slice(0, sampleSize(index, total)))
  if (documents.length === 0) return undefined
  const represents = read.reduce((sum, { represented }) => sum + represented, 0)
  return createDataSample(documents, represents)
}
