import { constants, link, open, readFile, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '@watchpost/runtime'

/** What the agent changes on disk. Everything goes through here, so that a test can cut it off at any step. */
export interface Disk {
  /** Writes a new file, and answers when it is on the disk and not only on its way there. */
  create(path: string, parts: readonly Uint8Array[]): Promise<void>
  /** Replaces a file as a whole: a reader finds the old or the new one, also after a power cut. */
  replace(path: string, data: string | Uint8Array, mode?: number): Promise<void>
  rename(from: string, to: string): Promise<void>
  /** It may be gone already. */
  remove(path: string): Promise<void>
  /** A second name for the same file, in place of what had that name; `impossible` across file systems or rights. */
  link(from: string, to: string): Promise<'linked' | 'impossible' | 'absent'>
}

/** The real one. Only tests of what a kill leaves behind may do without `isSynced`, since that outlives a kill anyway. */
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
      // Renaming one name of a file over another of its names does nothing, and leaves both.
      await unlink(draft).catch(unless('ENOENT'))
      await syncFolder(dirname(to))
      return 'linked'
    },
  }
}

/** The text of a file, or nothing if there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(unless('ENOENT'))
}

/** No room, or a disk that takes nothing for now: waiting may help, and nothing else does. */
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
