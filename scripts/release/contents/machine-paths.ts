import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { FileDigest } from './tree-digest.ts'

/** Fails if a file names a folder of the machine that built it: such a file differs from one machine to the next. */
export function checkMachinePaths(tree: string, files: readonly FileDigest[], root: string): void {
  const folders = [root, homedir()].filter((each) => each.length > 5)
  for (const { path } of files) {
    // Node is copied as it was published.
    if (path === 'node/bin/node') continue
    const bytes = readFileSync(join(tree, path))
    const found = folders.find((each) => bytes.includes(each))
    if (found) throw new Error(`${path} contains ${found}, a folder of this machine`)
  }
}
