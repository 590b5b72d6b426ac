import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tell } from '../walk-chain.ts'
import { walkChain } from '../walk-chain.ts'
import { digestOfFile, readArchiveFile } from './archive-file.ts'
import type { ArchiveStatement } from './archive-statement.ts'

/**
 * Checks every row of an archive. A file that is stored elsewhere is `absent`: its signed statement still links the
 * chain.
 */
export async function verifyArchive(
  folder: string,
  statement: ArchiveStatement,
  tell: Tell,
): Promise<{ rows: number; entries: number } | 'absent'> {
  const path = join(folder, statement.file)
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (!isThere) return 'absent'
  if ((await digestOfFile(path)) !== statement.sha256) {
    tell(statement.first_id, `${statement.file} is not the file that was signed`)
    return { rows: 0, entries: 0 }
  }
  const start = { lastId: statement.first_id - 1, hash: Buffer.from(statement.previous_hash, 'hex') }
  const { end, rows, entries } = await walkChain(readArchiveFile(path), start, { tell })
  if (end.lastId !== statement.last_id || end.hash.toString('hex') !== statement.hash) {
    tell(end.lastId, `${statement.file} ends at row ${end.lastId}, and not as it was signed`)
  }
  return { rows, entries }
}
