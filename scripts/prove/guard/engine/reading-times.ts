import { connectEngine, createIndexSurvey } from '@watchpost/engine'
import { createLogger } from '@watchpost/runtime'
import { createIndexView } from '../../../../apps/api/src/events/indexes/index-view.ts'
import { engineConfig } from '../../../dataset/build-dataset.ts'
import type { OpenDataset } from '../../../dataset/open-dataset.ts'
import { workerMsSince, workerTimes } from './engine-threads.ts'

/** The CPU time of reading, and how much was read. */
export interface Reading {
  milliseconds: number
  /** The share of it spent on the sample. */
  sampleMs: number
  documents: number
  sampled: number
}

/**
 * The engine's CPU time for reading the times and a sample of documents. It uses the API's own view of the indexes, so
 * that small ones are skipped as in production.
 */
export async function measureReading(dataset: OpenDataset): Promise<Reading> {
  const config = engineConfig(dataset.url)
  const client = connectEngine(config)
  const survey = createIndexSurvey(client, config)
  let [documents, sampled, sampleMs] = [0, 0, 0]
  const view = createIndexView(
    {
      survey: {
        ...survey,
        async sampleOf(index, wish) {
          const start = workerTimes(dataset.pid())
          const sample = await survey.sampleOf(index, wish)
          sampleMs += workerMsSince(dataset.pid(), start)
          documents += wish.documents
          sampled += sample === 'gone' ? 0 : sample.length
          return sample
        },
      },
      generations: { list: async () => dataset.meta.generations.map(({ number }) => ({ number, isSealed: true })) },
      logger: createLogger('api', 'silent'),
    },
    config.prefix,
  )
  await view.refresh()
  const before = workerTimes(dataset.pid())
  // A round ends after a few seconds, and the next continues.
  for (let last = -1; last < sampled; ) {
    last = sampled
    await view.readTimes()
  }
  const milliseconds = workerMsSince(dataset.pid(), before)
  view.stop()
  await client.close()
  return { milliseconds, sampleMs, documents, sampled }
}
