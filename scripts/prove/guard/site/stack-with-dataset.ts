import { readFileSync } from 'node:fs'
import { Secret } from '@watchpost/runtime'
import { connectStore, createGenerationStore, migrate } from '@watchpost/store'
import type { DatasetMeta } from '../../../dataset/dataset-folder.ts'
import type { Stack } from '../../../stack/stack.ts'
import { secretFile } from '../../../stack/stack-folder.ts'
import { forgetDataset, serversWithDataset } from '../../harness/stack/dataset-stack.ts'
import { startProofStack } from '../../harness/stack/proof-stack.ts'

/** A whole stack, from gateway to API, whose engine already holds a data set, as after weeks of use. */
export async function startStackWithDataset(dir: string, meta: DatasetMeta) {
  const servers = await serversWithDataset(dir, meta)
  forgetDataset(dir)
  await writeGenerations(servers, meta)
  return startProofStack({ dir, isKept: true, isShareable: true })
}

/** Services read the generations from the store: those of the data set are sealed. */
async function writeGenerations({ folder, state }: Stack, { generations }: DatasetMeta): Promise<void> {
  const url = `postgres://watchpost@127.0.0.1:${state.config.postgresPort}/watchpost`
  const password = new Secret(readFileSync(secretFile(folder, 'store-password'), 'utf8'))
  const store = connectStore({ url, password, poolSize: 2 }, 'prove')
  await migrate(store)
  const known = createGenerationStore(store)
  for (const { number, day } of generations) {
    await known.open(number, day)
    await known.markSealed(number)
  }
  await store.close()
}
