import { connectEngine, createIndexSurvey } from '@watchpost/engine'
import { engineConfig } from '../../dataset/build-dataset.ts'
import type { OpenDataset } from '../../dataset/open-dataset.ts'
import { cpuSeconds } from '../processor-time.ts'

/** What it costs the engine to say when the documents of all its indexes happened, as the API asks it. */
export async function measureReading(dataset: OpenDataset): Promise<{ milliseconds: number; documents: number }> {
  const config = engineConfig(dataset.url)
  const client = connectEngine(config)
  const survey = createIndexSurvey(client, config)
  const indexes = await survey.list()
  const before = cpuSeconds(dataset.pid())
  let documents = 0
  for (const { name } of indexes) {
    const spans = await survey.profileOf(name)
    if (spans !== 'gone') documents += spans.reduce((sum, each) => sum + each.documents, 0)
  }
  const milliseconds = (cpuSeconds(dataset.pid()) - before) * 1_000
  await client.close()
  return { milliseconds, documents }
}
