import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildDataset, type BuildProgress } from './build-dataset.ts'
import { type DatasetMeta, datasetFolder, datasetsRoot, readMeta } from './dataset-folder.ts'
import { datasetKey, DEFAULT_PROBES, type DatasetParameters } from './dataset-parameters.ts'
import { startPrivateEngine } from './private-engine.ts'

const run = promisify(execFile)
/** Not /tmp: that may be in memory, and the servers' user must be able to read it. */
const COPIES = '/var/tmp'

export type DatasetWish = Pick<DatasetParameters, 'events' | 'alerts' | 'days'> & Partial<DatasetParameters>

export interface OpenOptions {
  /**
   * Works on a copy that is deleted on close. Without a copy, the data set is used in place and its indexes are
   * read-only.
   */
  isCopy?: boolean
  /** In Java's notation. */
  heap?: string
  progress?: BuildProgress
}

/** A data set with a running engine. */
export interface OpenDataset extends AsyncDisposable {
  url: string
  /** The engine's process id. */
  pid(): number
  meta: DatasetMeta
  /** The alert oracle: rows in the simulator's format. */
  alertsPath: string
  close(): Promise<void>
}

/** Fills in the defaults. */
export function complete(wish: DatasetWish): DatasetParameters {
  return { seed: 1, probes: DEFAULT_PROBES, ...wish }
}

/** Finds the data set with these parameters, or builds it. */
export async function ensureDataset(wish: DatasetWish, progress: BuildProgress): Promise<DatasetMeta> {
  const parameters = complete(wish)
  const root = datasetsRoot()
  return readMeta(datasetFolder(root, datasetKey(parameters))) ?? buildDataset(root, parameters, progress)
}

/** Starts an engine on a data set, which is built first if needed. For proofs that need much data. */
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

/** A copy shares its blocks with the original where the file system supports it. */
async function copyOf(source: string): Promise<string> {
  const parent = mkdtempSync(join(COPIES, 'watchpost-dataset-'))
  chmodSync(parent, 0o711)
  await run('cp', ['-a', '--reflink=auto', source, join(parent, 'dataset')])
  return parent
}
