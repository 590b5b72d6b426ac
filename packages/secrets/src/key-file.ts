import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { KeyFileError } from './key-file-error.ts'
import { formatKeyRing, type KeyRing, parseKeyRing } from './key-ring.ts'

const OWNER_ONLY = 0o600

/**
 * Reads the keys of a file. Rejects a file that other users may read, because they may have copied it. Root may let one
 * group read its file: that of the services which need the keys.
 */
export function readKeyFile(path: string): KeyRing {
  const { mode, isShared, text } = readWithMode(path)
  if ((mode & (isShared ? 0o037 : 0o077)) !== 0) {
    const shown = (mode & 0o777).toString(8).padStart(4, '0')
    throw new KeyFileError(`${path} may be used by others than its owner (mode ${shown}). Run: chmod 600 ${path}`)
  }
  return parseKeyRing(text, path)
}

/** Writes a new key file and syncs it to disk. Returns `exists`, and writes nothing, if there is one. */
export function createKeyFile(path: string, ring: KeyRing): 'created' | 'exists' {
  const draft = writeDraft(path, ring)
  try {
    // A hard link never replaces a file: two concurrent first starts end with one key.
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'exists'
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(path)
  return 'created'
}

/** Atomically replaces the keys in the file. Its owner, group and mode stay. */
export function replaceKeyFile(path: string, ring: KeyRing): void {
  renameSync(writeDraft(path, ring, statSync(path)), path)
  syncFolder(path)
}

function readWithMode(path: string): { mode: number; isShared: boolean; text: string } {
  try {
    const { mode, uid, gid } = statSync(path)
    return { mode, isShared: uid === 0 && gid !== 0, text: readFileSync(path, 'utf8') }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      throw new KeyFileError(
        `${path} (WATCHPOST_SECRETS_KEY_FILE) does not exist. On a new appliance run \`watchpost init\`; on one that has run before, put back the copy of the file; on a further host, copy it from the first.`,
      )
    }
    throw new KeyFileError(`${path} (WATCHPOST_SECRETS_KEY_FILE) cannot be read (${codeOf(error)})`, { cause: error })
  }
}

function writeDraft(path: string, ring: KeyRing, like?: Stats): string {
  const draft = `${path}.${process.pid}.new`
  rmSync(draft, { force: true })
  const file = openSync(draft, 'wx', OWNER_ONLY)
  try {
    if (like) takeOver(file, like)
    writeSync(file, formatKeyRing(ring))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return draft
}

/** The group comes first: with the mode of the old file and another group, wrong users could read it. */
function takeOver(file: number, { uid, gid, mode }: Stats): void {
  const own = fstatSync(file)
  if (own.uid !== uid || own.gid !== gid) fchownSync(file, uid, gid)
  fchmodSync(file, mode & 0o777)
}

/** A new name is durable only after its folder is synced. */
function syncFolder(path: string): void {
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}
