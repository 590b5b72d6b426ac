import { connectEngine, createIndexSurvey } from '@watchpost/engine'
import { families } from '@watchpost/model'
import type { KnownIndex } from '../../../apps/api/src/events/indexes/choose-indexes.ts'
import { createTimeProfiles } from '../../../apps/api/src/events/indexes/time-profiles.ts'
import { engineConfig } from '../../dataset/build-dataset.ts'
import type { OpenDataset } from '../../dataset/open-dataset.ts'
import { cpuSeconds } from '../processor-time.ts'

/** What reading took, and how much was read. */
export interface Reading {
  milliseconds: number
  documents: number
  sampled: number
}

/** What it costs the engine to tell the API about all its indexes: when documents happened, and a sample of them. */
export async function measureReading(dataset: OpenDataset): Promise<Reading> {
  const config = engineConfig(dataset.url)
  const client = connectEngine(config)
  const survey = createIndexSurvey(client, config)
  const indexes = (await survey.list()).flatMap(({ name, uuid, family, generation, shards, documents = 0 }) => {
    const own = families.find((each) => each === family)
    const known = { name, uuid, number: generation.number, begunAt: 0, shards, documents, times: 'open' as const }
    return own ? [{ ...known, family: own } satisfies KnownIndex] : []
  })
  const profiles = createTimeProfiles({ ...survey, pause: async () => {} })
  const isUnread = ({ uuid, documents }: KnownIndex) => documents > 0 && !profiles.of(uuid)
  const before = cpuSeconds(dataset.pid())
  // A round ends after a few seconds, and the next goes on where it ended.
  while (indexes.some(isUnread)) await profiles.read(indexes)
  const milliseconds = (cpuSeconds(dataset.pid()) - before) * 1_000
  await client.close()
  const read = indexes.flatMap(({ uuid }) => profiles.of(uuid) ?? [])
  return {
    milliseconds,
    documents: read.reduce((sum, each) => sum + each.documents, 0),
    sampled: read.reduce((sum, each) => sum + each.sample.length, 0),
  }
}
