import { constants } from 'node:fs'
import { lstat, open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '@watchpost/runtime'

/** A file that Suricata has stored completely. */
export interface StoredFile {
  sha256: string
  size: number
  /** Suricata touches a file when it sees the same content again. */
  changedAt: number
}

export type FileStore = ReturnType<typeof createFileStore>

const NAME = /^[0-9a-f]{64}$/

/**
 * Suricata's file store (version 2): a folder with 256 folders, and in them files that are named by their SHA-256. A
 * file gets this name only when it is complete.
 */
export function createFileStore(folder: string) {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256)

  /** Never follows a link: what is uploaded is what Suricata wrote. */
  async function find(sha256: string): Promise<StoredFile | 'absent'> {
    if (!NAME.test(sha256)) return 'absent'
    try {
      const stat = await lstat(pathOf(sha256))
      if (!stat.isFile() || stat.size === 0) return 'absent'
      return { sha256, size: stat.size, changedAt: stat.mtimeMs }
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return 'absent'
      throw error
    }
  }

  async function namesIn(part: string): Promise<string[]> {
    try {
      const names = await readdir(join(folder, part))
      return names.filter((name) => NAME.test(name) && name.startsWith(part))
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return []
      throw error
    }
  }

  return {
    find,
    /** All files, one folder after the other: the list of a whole store may be too large for the memory of the agent. */
    async *list(): AsyncGenerator<StoredFile[]> {
      for (let number = 0; number < 256; number += 1) {
        const names = await namesIn(number.toString(16).padStart(2, '0'))
        const files: StoredFile[] = []
        for (const name of names) {
          const file = await find(name)
          if (file !== 'absent') files.push(file)
        }
        if (files.length > 0) yield files
      }
    },

    /** Reads a part of a file into `part`; `changed` if the file is gone or has another size. */
    async read({ sha256, size }: StoredFile, offset: number, part: Buffer): Promise<'read' | 'changed'> {
      try {
        await using file = await open(pathOf(sha256), constants.O_RDONLY | constants.O_NOFOLLOW)
        const stat = await file.stat()
        if (!stat.isFile() || stat.size !== size) return 'changed'
        const { bytesRead } = await file.read(part, 0, part.length, offset)
        return bytesRead === part.length ? 'read' : 'changed'
      } catch (error) {
        if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '')) return 'changed'
        throw error
      }
    },

    /** Succeeds if the file is already gone. */
    async remove(sha256: string): Promise<void> {
      await unlink(pathOf(sha256)).catch((error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error
      })
    },
  }
}
