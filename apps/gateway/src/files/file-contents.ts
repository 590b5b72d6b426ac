import { type ContentStore, createContentStore, createDiskObjects } from '@watchpost/files'
import { createWatch, type Logger, type Part } from '@watchpost/runtime'
import { type FileKeepingStore, fileKeyName, type FileTotals, untilStoreAnswers } from '@watchpost/store'
import { Refusal } from '../refusal.ts'
import { fileLimits } from './file-limits.ts'

export interface FileContentsPorts {
  /** Folder of the contents; undefined where this appliance stores no files. */
  dir: string | undefined
  /** Opens a sealed secret. Throws if the key file is not the one that sealed this store. */
  readSecret(name: string): Promise<Buffer | 'absent'>
  keeping: Pick<FileKeepingStore, 'totals'>
  /** Bytes that all files may take together. */
  maxBytes(): number
  logger: Logger
}

const MEASURED_EVERY_MS = 5_000

/** The contents of uploaded files, and whether there is space for more. */
export function createFileContents({ dir, readSecret, keeping, maxBytes, logger }: FileContentsPorts) {
  let contents: ContentStore | undefined
  const missing = () =>
    new Refusal('file-storage-missing', 'This appliance stores no files.', { retryAfterSeconds: 300 })
  const opened = () => {
    if (!contents) throw missing()
    return contents
  }

  async function measure(): Promise<FileTotals & { freeBytes: number }> {
    const totals = await keeping.totals()
    return { ...totals, freeBytes: (await contents?.freeBytes()) ?? Number.POSITIVE_INFINITY }
  }
  const space = createWatch('file storage', measure, logger, { everyMs: MEASURED_EVERY_MS })

  async function open(): Promise<void> {
    if (dir === undefined) return
    const key = await untilStoreAnswers(() => readSecret(fileKeyName), logger)
    if (key === 'absent') {
      logger.error('the store has no key for uploaded files, so none are taken: run `watchpost init`')
      return
    }
    contents = createContentStore(createDiskObjects(dir), key)
    await space.start()
  }

  const part: Part = { name: 'file contents', start: open, stop: space.stop }
  return {
    part,
    /** Throws a Refusal while there is no space for more, or no storage at all. */
    admit(): void {
      opened()
      const known = space.newest()
      const isFull = !known || known.bytes >= maxBytes() || known.freeBytes < fileLimits.freeBytes
      if (isFull || space.isFailing()) {
        throw new Refusal('file-storage-full', 'Keep the files and upload them later.', { retryAfterSeconds: 30 })
      }
    },
    /** Undefined until it was measured once. */
    space: space.newest,
    writePiece: (...args: Parameters<ContentStore['writePiece']>) => opened().writePiece(...args),
    digest: (...args: Parameters<ContentStore['digest']>) => opened().digest(...args),
    remove: (...args: Parameters<ContentStore['remove']>) => opened().remove(...args),
    isThere: () => contents !== undefined,
  }
}
