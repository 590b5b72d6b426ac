import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Atomically replaces a file and syncs it to disk. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o750 })
  const draft = `${path}.${process.pid}.new`
  const file = await open(draft, 'w', 0o640)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(folder)
}

/** A new name is durable only after its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
