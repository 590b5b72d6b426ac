import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type DatasetMeta, datasetFolder, datasetsRoot } from '../../../dataset/dataset-folder.ts'
import { type DatasetWish, ensureDataset, type OpenDataset, openDataset } from '../../../dataset/open-dataset.ts'
import { composeStack, openStack, type Stack } from '../../../stack/stack.ts'
import { loadStackConfig } from '../../../stack/stack-config.ts'
import { makeFolders, readJson, stackFolder, writeJson } from '../../../stack/stack-folder.ts'
import { readState, settleState } from '../../../stack/stack-state.ts'
import { up } from '../../../stack/up.ts'
import { engineUrl, hasSharedServers, makeFresh } from './proof-stack.ts'

const run = promisify(execFile)

/**
 * An engine with a data set: a separate one or, where proofs share servers, that of the stack, which starts only once.
 */
export async function openProofDataset(dir: string, wish: DatasetWish): Promise<OpenDataset> {
  if (!hasSharedServers()) return openDataset(wish, { heap: '1g' })
  const meta = await ensureDataset(wish, { say: () => {}, indexed: () => {} })
  const stack = await serversWithDataset(dir, meta)
  const close = async () => {}
  return {
    url: engineUrl(stack),
    pid: () => engineOf(stack).pid() ?? 0,
    meta,
    alertsPath: datasetFolder(datasetsRoot(), meta.key).alerts,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The servers of a stack whose engine holds a data set and nothing else. No service runs. */
export async function serversWithDataset(dir: string, meta: DatasetMeta): Promise<Stack> {
  if (hasSharedServers() && (await holdsDataset(dir, meta))) return openStack(dir)
  await makeFresh(dir)
  const folder = stackFolder(dir)
  makeFolders(folder)
  await giveDataset(composeStack(folder, settleState(folder, loadStackConfig(), {})), meta)
  const stack = await up({ dir, isServicesOnly: true })
  writeJson(markerOf(dir), nameOf(meta))
  return stack
}

/** Call this before writing to that engine or another server of the stack. */
export function forgetDataset(dir: string): void {
  rmSync(markerOf(dir), { force: true })
}

/** Marks which unchanged data set the engine of a stack holds. */
function markerOf(dir: string): string {
  return join(stackFolder(dir).root, 'dataset.json')
}

function nameOf({ key, made_at }: DatasetMeta): string {
  return `${key} ${made_at}`
}

async function holdsDataset(dir: string, meta: DatasetMeta): Promise<boolean> {
  if (!readState(stackFolder(dir)) || readJson(markerOf(dir)) !== nameOf(meta)) return false
  const problems = await Promise.all(openStack(dir).servers.map((server) => server.problem()))
  return problems.every((problem) => problem === undefined)
}

function engineOf({ servers }: Stack) {
  const engine = servers.find(({ name }) => name.startsWith('opensearch'))
  if (!engine) throw new Error('this stack has no engine')
  return engine
}

/** Copies the data set to the stack engine's data folder; shares blocks where the file system supports it. */
async function giveDataset(stack: Stack, { key }: DatasetMeta): Promise<void> {
  const engine = engineOf(stack)
  await engine.stop()
  const target = join(stack.state.dataDir, engine.name)
  const source = join(datasetFolder(datasetsRoot(), key).data, engine.name)
  rmSync(target, { recursive: true, force: true })
  await run('cp', ['-a', '--reflink=auto', source, target])
}
