import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { KeyFileError } from './key-file-error.ts'
import { formatKeyRing, type KeyRing, parseKeyRing } from './key-ring.ts'

const OWNER_ONLY = 0o600

/** The keys in the file. Refuses a file that others may read: what they can read, they may have copied. */
export function readKeyFile(path: string): KeyRing {
  const { mode, text } = readWithMode(path)
  if ((mode & 0o077) !== 0) {
    const shown = (mode & 0o777).toString(8).padStart(4, '0')
    throw new KeyFileError(`${path} may be used by others than its owner (mode ${shown}). Run: chmod 600 ${path}`)
  }
  return parseKeyRing(text, path)
}

/** Writes a new key file, on disk when this returns. Answers `exists`, and writes nothing, when one is there. */
export function createKeyFile(path: string, ring: KeyRing): 'created' | 'exists' {
  const draft = writeDraft(path, ring)
  try {
    // A link, since it never replaces: two first starts at once end with one key.
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

/** Puts other keys into the file, whole or not at all. */
export function replaceKeyFile(path: string, ring: KeyRing): void {
  renameSync(writeDraft(path, ring), path)
  syncFolder(path)
}

function readWithMode(path: string): { mode: number; text: string } {
  try {
    return { mode: statSync(path).mode, text: readFileSync(path, 'utf8') }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      throw new KeyFileError(
        `${path} (WATCHPOST_SECRETS_KEY_FILE) does not exist. On a new appliance run \`watchpost init\`; on one that has run before, put back the copy of the file; on a further host, copy it from the first.`,
      )
    }
    throw new KeyFileError(`${path} (WATCHPOST_SECRETS_KEY_FILE) cannot be read (${codeOf(error)})`, { cause: error })
  }
}

function writeDraft(path: string, ring: KeyRing): string {
  const draft = `${path}.${process.pid}.new`
  rmSync(draft, { force: true })
  const file = openSync(draft, 'wx', OWNER_ONLY)
  try {
    writeSync(file, formatKeyRing(ring))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return draft
}

/** A name is on disk once its folder is. */
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
