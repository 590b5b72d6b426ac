import { connectEngine, createIndexSurvey } from '@watchpost/engine'
import { createLogger } from '@watchpost/runtime'
import { createIndexView } from '../../../apps/api/src/events/indexes/index-view.ts'
import { engineConfig } from '../../dataset/build-dataset.ts'
import type { OpenDataset } from '../../dataset/open-dataset.ts'
import { cpuSeconds } from '../processor-time.ts'

/** What reading took, and how much was read. */
export interface Reading {
  milliseconds: number
  documents: number
  sampled: number
}

/**
 * What it costs the engine to tell the API about sealed indexes: when documents happened, and a sample of them. It is read
 * by the API's own view of the indexes, so that small ones are left out as they are in use. What an idle engine uses of a
 * processor is subtracted.
 */
export async function measureReading(dataset: OpenDataset, idle = 0): Promise<Reading> {
  const config = engineConfig(dataset.url)
  const client = connectEngine(config)
  const survey = createIndexSurvey(client, config)
  const reading: Reading = { milliseconds: 0, documents: 0, sampled: 0 }
  const view = createIndexView(
    {
      survey: {
        ...survey,
        async sampleOf(index, wish) {
          const sample = await survey.sampleOf(index, wish)
          reading.documents += wish.documents
          reading.sampled += sample === 'gone' ? 0 : sample.length
          return sample
        },
      },
      generations: { list: async () => dataset.meta.generations.map(({ number }) => ({ number, isSealed: true })) },
      logger: createLogger('api', 'silent'),
    },
    config.prefix,
  )
  await view.refresh()
  const [startedAt, before] = [performance.now(), cpuSeconds(dataset.pid())]
  // A round ends after a few seconds, and the next goes on where it ended.
  for (let sampled = -1; sampled < reading.sampled; ) {
    sampled = reading.sampled
    await view.readTimes()
  }
  const spent = (cpuSeconds(dataset.pid()) - before) * 1_000 - (performance.now() - startedAt) * idle
  view.stop()
  await client.close()
  return { ...reading, milliseconds: Math.max(0, spent) }
}
