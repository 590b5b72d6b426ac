import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Secret } from '@watchpost/runtime'
import { connectStore, createGenerationStore, migrate } from '@watchpost/store'
import { type DatasetMeta, datasetFolder, datasetsRoot } from '../../dataset/dataset-folder.ts'
import { reset } from '../../stack/down.ts'
import type { Stack } from '../../stack/stack.ts'
import { secretFile } from '../../stack/stack-folder.ts'
import { up } from '../../stack/up.ts'
import { startProofStack } from '../proof-stack.ts'

const run = promisify(execFile)

/** A whole stack, from gateway to API, whose engine holds a data set already: as after weeks of use. */
export async function startStackWithDataset(dir: string, meta: DatasetMeta) {
  await reset(dir)
  const services = await up({ dir, isServicesOnly: true })
  await giveDataset(services, meta)
  await writeGenerations(services, meta)
  return startProofStack({ dir, isKept: true })
}

/** Puts a copy of the data set where the engine of the stack has its data; it shares blocks where the file system can. */
async function giveDataset({ servers, state }: Stack, { key }: DatasetMeta): Promise<void> {
  const engine = servers.find(({ name }) => name.startsWith('opensearch'))
  if (!engine) throw new Error('this stack has no engine')
  await engine.stop()
  const target = join(state.dataDir, engine.name)
  const source = join(datasetFolder(datasetsRoot(), key).data, engine.name)
  rmSync(target, { recursive: true })
  await run('cp', ['-a', '--reflink=auto', source, target])
}

/** The roles know generations from the store: those of the data set are sealed. */
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
