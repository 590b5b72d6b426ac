import type { KeyObject } from 'node:crypto'
import { type ChainEnd, GENESIS } from '../chain.ts'
import type { SignedStatement } from '../statement.ts'
import type { Break } from '../verify-trail.ts'
import { openArchive } from './archive-statement.ts'
import { verifyArchive } from './verify-archive.ts'

export interface ArchivesVerdict {
  /** Where the rows in the database must continue. */
  end: ChainEnd
  rows: number
  entries: number
  /** Files that are stored elsewhere. */
  absent: string[]
  breaks: Break[]
}

/** Checks all archives, oldest first: each must continue where the previous one ended. */
export async function verifyArchives(
  archives: readonly (SignedStatement & { number: number })[],
  publicKey: KeyObject,
  folder: string | undefined,
): Promise<ArchivesVerdict> {
  const verdict: ArchivesVerdict = {
    end: { lastId: 0, hash: GENESIS },
    rows: 0,
    entries: 0,
    absent: [],
    breaks: [],
  }
  const tell = (id: number | null, says: string) => verdict.breaks.push({ id, says })
  for (const [at, { number, ...signed }] of archives.entries()) {
    const statement = openArchive(publicKey, signed)
    if (statement === 'not-signed-by-this-key' || statement.number !== number) {
      tell(null, `archive ${number} is not signed by the key of this appliance`)
      continue
    }
    if (number !== at + 1) tell(null, `archive ${at + 1} is missing`)
    const { lastId, hash } = verdict.end
    if (statement.first_id !== lastId + 1 || statement.previous_hash !== hash.toString('hex')) {
      tell(statement.first_id, `archive ${number} does not go on where the one before it ended`)
    }
    const found = folder === undefined ? 'absent' : await verifyArchive(folder, statement, tell)
    if (found === 'absent') verdict.absent.push(statement.file)
    else {
      verdict.rows += found.rows
      verdict.entries += found.entries
    }
    verdict.end = { lastId: statement.last_id, hash: Buffer.from(statement.hash, 'hex') }
  }
  return verdict
}
