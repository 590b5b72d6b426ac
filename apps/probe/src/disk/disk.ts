import { constants, link, open, readFile, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '@watchpost/runtime'

/** All disk writes of the agent go through here, so that a test can interrupt any step. */
export interface Disk {
  /** Writes a new file; resolves when it is synced to disk. */
  create(path: string, parts: readonly Uint8Array[]): Promise<void>
  /** Replaces a file atomically: a reader finds the old or the new one, also after a power cut. */
  replace(path: string, data: string | Uint8Array, mode?: number): Promise<void>
  rename(from: string, to: string): Promise<void>
  /** Succeeds if the file is already gone. */
  remove(path: string): Promise<void>
  /** Creates a hard link and replaces what had that name; `impossible` across file systems or without permission. */
  link(from: string, to: string): Promise<'linked' | 'impossible' | 'absent'>
}

/** The real disk. Only tests of a killed process may turn off `isSynced`, since unsynced writes survive a kill. */
export function createDisk({ isSynced }: { isSynced: boolean } = { isSynced: true }): Disk {
  const write = (path: string, parts: readonly Uint8Array[], mode: number) => writeFile(path, parts, { mode, isSynced })
  const syncFolder = (path: string) => (isSynced ? sync(path) : Promise.resolve())
  return {
    async create(path, parts) {
      await write(path, parts, 0o600)
      await syncFolder(dirname(path))
    },
    async replace(path, data, mode = 0o600) {
      const draft = `${path}.draft`
      await write(draft, [typeof data === 'string' ? Buffer.from(data) : data], mode)
      await rename(draft, path)
      await syncFolder(dirname(path))
    },
    async rename(from, to) {
      await rename(from, to)
      await syncFolder(dirname(to))
    },
    remove: (path) => unlink(path).catch(unless('ENOENT')),
    async link(from, to) {
      const draft = `${to}.draft`
      await unlink(draft).catch(unless('ENOENT'))
      const linked = await tryLink(from, draft)
      if (linked !== 'linked') return linked
      await rename(draft, to)
      // Renaming one hard link over another of the same file does nothing and keeps both.
      await unlink(draft).catch(unless('ENOENT'))
      await syncFolder(dirname(to))
      return 'linked'
    },
  }
}

/** The text of a file; undefined if it does not exist. */
export async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(unless('ENOENT'))
}

/** No space, or a disk that accepts no writes for now: only waiting may help. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(errorCode(error) ?? '')
}

async function tryLink(from: string, to: string): Promise<'linked' | 'impossible' | 'absent'> {
  try {
    await link(from, to)
    return 'linked'
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return 'absent'
    if (['EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOTSUP'].includes(code ?? '')) return 'impossible'
    throw error
  }
}

async function writeFile(
  path: string,
  parts: readonly Uint8Array[],
  { mode, isSynced }: { mode: number; isSynced: boolean },
): Promise<void> {
  const file = await open(path, constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY, mode)
  try {
    await file.writev(parts)
    if (isSynced) await file.datasync()
  } finally {
    await file.close()
  }
}

async function sync(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function unless(expected: string) {
  return (error: unknown): undefined => {
    if (errorCode(error) === expected) return undefined
    throw error
  }
}
