import { statSync } from 'node:fs'

/**
 * Continues as the owner of the state folder if run as root: the agent runs as this user and could not read files of
 * root. A folder that does not exist yet, or that root owns, changes nothing.
 */
export function becomeOwner(folder: string): void {
  if (process.getuid?.() !== 0) return
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (!owner || owner.uid === 0) return
  // The user last: without root's rights the groups could not be set.
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}
