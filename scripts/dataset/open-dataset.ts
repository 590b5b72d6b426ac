import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildDataset, type BuildProgress } from './build-dataset.ts'
import { type DatasetMeta, datasetFolder, datasetsRoot, readMeta } from './dataset-folder.ts'
import { datasetKey, DEFAULT_PROBES, type DatasetParameters } from './dataset-parameters.ts'
import { startPrivateEngine } from './private-engine.ts'

const run = promisify(execFile)
/** Not /tmp: that may be kept in memory, and the servers' user must be able to reach it. */
const COPIES = '/var/tmp'

export type DatasetWish = Pick<DatasetParameters, 'events' | 'alerts' | 'days'> & Partial<DatasetParameters>

export interface OpenOptions {
  /** Work on a copy that goes when it is closed; without it the data set is used in place, and its indexes are sealed. */
  isCopy?: boolean
  /** As Java writes it. */
  heap?: string
  progress?: BuildProgress
}

/** A data set with an engine on it. */
export interface OpenDataset extends AsyncDisposable {
  url: string
  /** Of the engine's process. */
  pid(): number
  meta: DatasetMeta
  /** The oracle of its alerts: rows as the simulator writes them. */
  alertsPath: string
  close(): Promise<void>
}

/** What is left open has its usual value. */
export function complete(wish: DatasetWish): DatasetParameters {
  return { seed: 1, probes: DEFAULT_PROBES, ...wish }
}

/** The data set with these parameters: found, or made now. */
export async function ensureDataset(wish: DatasetWish, progress: BuildProgress): Promise<DatasetMeta> {
  const parameters = complete(wish)
  const root = datasetsRoot()
  return readMeta(datasetFolder(root, datasetKey(parameters))) ?? buildDataset(root, parameters, progress)
}

/** Starts an engine on a data set, which is made first if it is not there. For the proofs that need much data. */
export async function openDataset(wish: DatasetWish, options: OpenOptions = {}): Promise<OpenDataset> {
  const silent: BuildProgress = { say: () => {}, indexed: () => {} }
  const meta = await ensureDataset(wish, options.progress ?? silent)
  const kept = datasetFolder(datasetsRoot(), meta.key)
  const copy = options.isCopy ? await copyOf(kept.root) : undefined
  const folder = copy ? datasetFolder(copy, 'dataset') : kept
  const engine = await startPrivateEngine(folder, { heap: options.heap ?? '1g' })
  async function close(): Promise<void> {
    await engine.stop()
    if (copy) rmSync(copy, { recursive: true, force: true })
  }
  return { url: engine.url, pid: engine.pid, meta, alertsPath: folder.alerts, close, [Symbol.asyncDispose]: close }
}

/** A copy shares its blocks with the original where the file system can do that. */
async function copyOf(source: string): Promise<string> {
  const parent = mkdtempSync(join(COPIES, 'watchpost-dataset-'))
  chmodSync(parent, 0o711)
  await run('cp', ['-a', '--reflink=auto', source, join(parent, 'dataset')])
  return parent
}
