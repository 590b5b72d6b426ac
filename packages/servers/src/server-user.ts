import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import type { ServerUser } from './server.ts'

const NAME = 'watchpost'

/** The user that `scripts/bootstrap` created for servers that do not run as root; undefined if we are not root. */
export function findServerUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  try {
    const idOf = (flag: string) => Number(execFileSync('id', [flag, NAME], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch (error) {
    throw new Error(`there is no user ${NAME} for the servers: run scripts/bootstrap`, { cause: error })
  }
}

/** Creates a folder that only the user can access. */
export function makeOwnFolder(path: string, user: ServerUser | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (user) chownSync(path, user.uid, user.gid)
}

/** Writes a file that only the user can read. */
export function writeOwnFile(path: string, text: string, user: ServerUser | undefined): void {
  writeFileSync(path, text, { mode: 0o600 })
  if (user) chownSync(path, user.uid, user.gid)
}

/** Whether the user can enter the folder: every parent folder must allow it. */
export function canReach(path: string, user: ServerUser | undefined): boolean {
  if (!user) return true
  try {
    execFileSync('test', ['-x', path], { uid: user.uid, gid: user.gid, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
