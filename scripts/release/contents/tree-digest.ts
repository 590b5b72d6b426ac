import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join, relative } from 'node:path'

export interface FileDigest {
  /** Relative to the top of the tree, with slashes. */
  path: string
  isExecutable: boolean
  sha256: string
}

interface DigestOptions {
  /** Links are not allowed in a release; Java has some. */
  hasLinks?: boolean
}

/** Every file of a tree with its SHA-256, sorted by path. */
export function digestFiles(tree: string, { hasLinks = false }: DigestOptions = {}): FileDigest[] {
  return entriesOf(tree, hasLinks)
    .filter(({ isFile }) => isFile)
    .map(({ path, mode }) => ({
      path: relative(tree, path),
      isExecutable: (mode & 0o100) !== 0,
      sha256: digestFile(path),
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** The SHA-256 of a file. */
export function digestFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** One SHA-256 for the whole tree: of the paths, the execute permissions and the contents. */
export function digestTree(files: readonly FileDigest[]): string {
  const lines = files.map(({ path, isExecutable, sha256 }) => `${sha256} ${isExecutable ? 'x' : '-'} ${path}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/** Sets the same modes and times everywhere: those of the builder's umask and clock would go into packages. */
export function settleModesAndTimes(tree: string, at: Date): void {
  for (const { path, mode, isFile } of entriesOf(tree)) {
    chmodSync(path, !isFile || (mode & 0o100) !== 0 ? 0o755 : 0o644)
    utimesSync(path, at, at)
  }
  utimesSync(tree, at, at)
}

function entriesOf(tree: string, hasLinks = false) {
  return readdirSync(tree, { recursive: true, encoding: 'utf8' }).map((name) => {
    const path = join(tree, name)
    const stat = lstatSync(path)
    const isAllowed = stat.isFile() || stat.isDirectory() || (hasLinks && stat.isSymbolicLink())
    if (!isAllowed) throw new Error(`${path} is neither a file nor a folder`)
    return { path, mode: stat.mode, isFile: stat.isFile() }
  })
}
