import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface FileFacts {
  sha256: string
  size: number
  mode: string
  modifiedAt: string
}

/** Everything that can differ between two files of the same path. */
export function listFiles(tree: string): Map<string, FileFacts> {
  const files = new Map<string, FileFacts>()
  const enter = (folder: string) => {
    for (const entry of readdirSync(join(tree, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) enter(path)
      else files.set(path, factsOf(join(tree, path)))
    }
  }
  enter('')
  return files
}

function factsOf(path: string): FileFacts {
  const { size, mode, mtime } = statSync(path)
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  return { sha256, size, mode: mode.toString(8), modifiedAt: mtime.toISOString() }
}
