import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '@watchpost/runtime'

/** A file next to the EVE file that once was the EVE file, or a copy of it. */
export interface RotatedFile {
  path: string
  /** Device and inode. */
  id: string
  size: number
  modifiedNs: bigint
  bornNs: bigint
}

/** Compressed files cannot be followed. Tools compress them one rotation later, when they are already read or held. */
const COMPRESSED = /\.(gz|bz2|xz|zst|lz4)$/
const TRIES = 20

/**
 * The rotated files next to the EVE file in the order of rotation, by modification time. Files may be renamed during a
 * scan, so that one could be missed or seen twice: it scans until two results are equal.
 */
export async function rotatedFiles(eveFile: string): Promise<RotatedFile[]> {
  let before = await look(eveFile)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const now = await look(eveFile)
    if (namesOf(now) === namesOf(before)) return now.sort(byRotation)
    before = now
  }
  return before.sort(byRotation)
}

async function look(eveFile: string): Promise<RotatedFile[]> {
  const own = basename(eveFile)
  const folder = dirname(eveFile)
  const names = await readdir(folder).catch(emptyWhenAbsent)
  const rotated = names.filter((name) => name.startsWith(own) && name !== own && !COMPRESSED.test(name))
  const files = await Promise.all(rotated.map((name) => describe(join(folder, name))))
  return files.filter((file) => file !== undefined)
}

async function describe(path: string): Promise<RotatedFile | undefined> {
  const found = await stat(path, { bigint: true }).catch(undefinedWhenAbsent)
  if (!found?.isFile() || found.size === 0n) return undefined
  const { dev, ino, size, mtimeNs, birthtimeNs } = found
  return { path, id: `${dev}:${ino}`, size: Number(size), modifiedNs: mtimeNs, bornNs: birthtimeNs }
}

function namesOf(files: RotatedFile[]): string {
  return files
    .map(({ path, id }) => `${path} ${id}`)
    .sort()
    .join('\n')
}

function byRotation(a: RotatedFile, b: RotatedFile): number {
  if (a.modifiedNs !== b.modifiedNs) return a.modifiedNs < b.modifiedNs ? -1 : 1
  if (a.bornNs !== b.bornNs) return a.bornNs < b.bornNs ? -1 : 1
  // eve.json.2 was rotated before eve.json.1.
  return b.path.localeCompare(a.path, 'en', { numeric: true })
}

function isAbsent(error: unknown): boolean {
  return errorCode(error) === 'ENOENT'
}

function emptyWhenAbsent(error: unknown): string[] {
  if (isAbsent(error)) return []
  throw error
}

function undefinedWhenAbsent(error: unknown): undefined {
  if (isAbsent(error)) return undefined
  throw error
}
