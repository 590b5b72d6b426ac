import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readFile, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ObjectStore } from './object-store.ts'

const KEY = /^[0-9a-f-]{36}\/[0-9]{1,5}$/
const FOLDER = /^[0-9a-f-]{36}$/

/** Objects as files below a folder of the local disk, or of one that all services mount. */
export function createDiskObjects(root: string): ObjectStore {
  /** Spread over 256 folders, since a folder with a million entries is slow to read. */
  function pathOf(folder: string): string {
    if (!FOLDER.test(folder)) throw new Error(`not a folder of objects: ${folder}`)
    return join(root, folder.slice(0, 2), folder)
  }

  function fileOf(key: string): string {
    if (!KEY.test(key)) throw new Error(`not the key of an object: ${key}`)
    const [folder = '', name = ''] = key.split('/')
    return join(pathOf(folder), name)
  }

  return {
    async put(key, bytes) {
      const path = fileOf(key)
      const folder = dirname(path)
      // The folder itself must survive a power failure too.
      if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await sync(dirname(folder))
      const draft = `${path}.${randomUUID()}`
      try {
        await write(draft, bytes)
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined)
        throw error
      }
      await sync(folder)
    },

    get: (key) =>
      readFile(fileOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return 'absent' as const
        throw error
      }),

    removeFolder: (folder) => rm(pathOf(folder), { recursive: true, force: true }),

    async freeBytes() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
  }
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
  try {
    await file.writeFile(bytes)
    await file.datasync()
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
