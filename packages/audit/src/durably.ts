import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a file, whole or not at all; on disk when this returns. */
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

/** A name is on disk once its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
