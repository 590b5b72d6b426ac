import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { recordedPid } from '@watchpost/runtime'
import { canReach, findServerUser, makeOwnFolder, type Place } from '@watchpost/servers'

/** The paths of one stack. */
export type StackFolder = ReturnType<typeof stackFolder>

/** For data, if the servers' user cannot enter the stack's own folder. */
const FALLBACK = '/var/lib/watchpost'

export function stackFolder(dir: string) {
  const root = resolve(dir)
  return {
    root,
    logs: join(root, 'logs'),
    run: join(root, 'run'),
    secrets: join(root, 'secrets'),
    tls: join(root, 'tls'),
    serversTls: join(root, 'servers-tls'),
    probes: join(root, 'probes'),
    audit: join(root, 'audit'),
    files: join(root, 'files'),
    ca: join(root, 'ca.pem'),
    admin: join(root, 'admin.json'),
    environment: join(root, 'watchpost.env'),
    state: join(root, 'stack.json'),
    lock: join(root, 'lock.json'),
  }
}

/** Creates missing folders and restricts the permissions of existing ones. */
export function makeFolders({ root, logs, run, secrets }: StackFolder): void {
  makeRoot(root)
  for (const each of [logs, run, secrets]) {
    mkdirSync(each, { recursive: true })
    chmodSync(each, 0o700)
  }
}

/** Creates the stack's own folder. The servers' user may pass through to its data; only its owner can list it. */
export function makeRoot(root: string): void {
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const user = knownServerUser()
  if (user) chownSync(root, process.getuid?.() ?? 0, user.gid)
  chmodSync(root, user ? 0o710 : 0o700)
}

/** Undefined if there is no such user: callers that need one report it. */
function knownServerUser(): ReturnType<typeof findServerUser> {
  try {
    return findServerUser()
  } catch {
    return undefined
  }
}

/** A data folder that the servers' user can enter: inside the stack's folder if possible. */
export function placeData(folder: StackFolder): { dataDir: string; isElsewhere: boolean } {
  const user = findServerUser()
  const inside = join(folder.root, 'data')
  makeOwnFolder(inside, user)
  if (canReach(inside, user)) return { dataDir: inside, isElsewhere: false }
  rmSync(inside, { recursive: true })
  mkdirSync(FALLBACK, { recursive: true, mode: 0o755 })
  const elsewhere = join(FALLBACK, createHash('sha256').update(folder.root).digest('hex').slice(0, 12))
  makeOwnFolder(elsewhere, user)
  return { dataDir: elsewhere, isElsewhere: true }
}

export function placeOf(folder: StackFolder, dataDir: string): Place {
  const user = findServerUser()
  return { dataDir, logDir: folder.logs, runDir: folder.run, ...(user && { user }) }
}

/** A file with a random password; created on the first call. */
export function secretFile(folder: StackFolder, name: string): string {
  const path = join(folder.secrets, name)
  if (!existsSync(path)) {
    writeFileSync(`${path}.new`, randomBytes(24).toString('base64url'), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  return path
}

/** All running processes of the stack, by name: servers, supervisor and services. */
export function livingProcesses(folder: StackFolder): Map<string, number> {
  if (!existsSync(folder.run)) return new Map()
  const names = readdirSync(folder.run).filter((file) => file.endsWith('.json'))
  return new Map(
    names.flatMap((file) => {
      const pid = recordedPid(join(folder.run, file))
      return pid === undefined ? [] : [[basename(file, '.json'), pid] as const]
    }),
  )
}

/** Reads one of our JSON files; undefined if it does not exist. */
export function readJson(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

export function writeJson(path: string, value: unknown): void {
  writePrivately(path, `${JSON.stringify(value, null, 2)}\n`)
}

/** Writes a file that only its owner can read. */
export function writePrivately(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
